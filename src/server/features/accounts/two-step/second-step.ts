import type { z } from 'zod';
import { FIELD_MESSAGES } from '#contract/fields.ts';
import type { PasskeyOptions } from '#contract/signing-in/passkeys.ts';
import { SECOND_STEP_MS, type secondStepForm, TWO_STEP_MESSAGES } from '#contract/signing-in/two-step.ts';
import type { AppContext } from '#server/context.ts';
import { findUser, type User } from '#server/data/users.ts';
import { optionsFor } from '#server/features/accounts/passkeys/options.ts';
import { recordUse, verifyUse } from '#server/features/accounts/passkeys/verify.ts';
import { enterByStep } from '#server/features/accounts/providers/connecting.ts';
import { enter } from '#server/features/accounts/sign-in-log.ts';
import { ipKey, LIMITS, requireTry } from '#server/platform/http/attempts.ts';
import { badRequest, invalid } from '#server/platform/http/errors.ts';
import { takeCounted } from './code-tries.ts';
import { periodOf } from './codes.ts';
import { mailTwoStepChange } from './mail-change.ts';
import {
  type BegunStep,
  beginSecondStep,
  endSecondStep,
  findAuthenticator,
  findSecondStep,
  type SecondStepRow,
  takePeriod,
  takeRecoveryCode,
} from './repo.ts';
import { takeTrust, trustDevice } from './trusted.ts';
import { trustedTokens } from './trusted-cookie.ts';
import { findWays, type Ways } from './ways.ts';

/** The second step of a log-in: a code or a passkey, after the right password. */

/** Whether a person has to take a second step on this browser. */
interface StepAsked {
  /** The token of the step that has begun; null if none is to be taken. */
  readonly step: string | null;
  /** What it can be taken with. */
  readonly ways: Ways;
  /** Whether the person has a second factor, which this computer is trusted for. */
  readonly isTrusted: boolean;
}

/** Begins the second step if this person has to take one on this browser. */
export async function requireSecondStep(
  context: AppContext,
  person: User,
  begun: BegunStep,
  cookies: string | undefined,
): Promise<StepAsked> {
  const ways = await findWays(context.database, person.id);
  if (ways.length === 0) return { step: null, ways, isTrusted: false };
  if (await takeTrust(context, person.id, trustedTokens(cookies)))
    return { step: null, ways, isTrusted: true };
  const step = await beginSecondStep(context, person.id, begun, SECOND_STEP_MS);
  return { step, ways, isTrusted: false };
}

/** Whom a second step has let in. */
export interface LetIn {
  readonly person: User;
  readonly token: string;
  /** For the browser's cookie; null unless it is to be trusted. */
  readonly trusted: string | null;
}

/** What a device is asked with for a passkey of whoever takes this step. Throws 400 once the step's time is over, 429. */
export async function secondStepOptions(
  context: AppContext,
  token: string,
  ip: string,
): Promise<PasskeyOptions> {
  await requireTry(context, LIMITS.passkeyOptions, [ipKey(ip)]);
  const { person } = await findStep(context, token);
  return await optionsFor(context, askedOf(person));
}

const askedOf = ({ id: personId }: User) => ({ purpose: 'second_step', personId, sessionId: null }) as const;

async function findStep(context: AppContext, token: string) {
  const step = await findSecondStep(context, token);
  const person = step && (await findUser(context.database, step.userId));
  if (step === undefined || person?.status !== 'ACTIVE') throw badRequest(TWO_STEP_MESSAGES.stepOver);
  return { step, person };
}

/**
 * Opens a session with a code or a passkey. Throws 400 for a wrong one, or once the step's time is over (or the password was changed
 * meanwhile), 429 after too many.
 */
export async function takeSecondStep(context: AppContext, form: Form, from: From): Promise<LetIn> {
  const { step, person } = await findStep(context, form.step);
  if (form.passkey === undefined) {
    const limit = form.recovery_code === undefined ? LIMITS.codeByPerson : LIMITS.recoveryCode;
    return await takeCounted(context, { person, ip: from.ip, limit }, () =>
      letIn(context, { person, step, form, from }, () => takeCode(context, person, form)),
    );
  }
  const use = await verifyUse(context, form.passkey, askedOf(person));
  return await letIn(context, { person, step, form, from }, () => recordUse(context, use));
}

type Form = z.output<typeof secondStepForm>;
interface From {
  readonly ip: string;
  readonly device: string;
}

interface Taking {
  readonly person: User;
  readonly step: SecondStepRow;
  readonly form: Form;
  readonly from: From;
}

async function letIn(
  context: AppContext,
  { person, step: { remember, providerStep }, form, from }: Taking,
  take: () => Promise<void>,
): Promise<LetIn> {
  return await context.database.transaction(async () => {
    await take();
    if (!(await endSecondStep(context.database, form.step))) throw badRequest(TWO_STEP_MESSAGES.stepOver);
    const how = { remember, device: from.device, ip: from.ip };
    const opened = { way: 'password', secondStep: wayOf(form), isStrong: true } as const;
    const entered =
      providerStep === null
        ? { person, token: await enter(context, person, { ...how, ...opened }) }
        : await enterByStep(context, person, providerStep, { ...how, isStrong: true });
    return {
      ...entered,
      trusted: form.trust ? await trustDevice(context, person.id, from.device) : null,
    };
  });
}

function wayOf({ passkey, recovery_code }: Form) {
  if (passkey !== undefined) return 'passkey';
  return recovery_code === undefined ? 'code' : 'recovery_code';
}

async function takeCode(context: AppContext, person: User, { code, recovery_code }: Form): Promise<void> {
  if (recovery_code !== undefined) return await takeOwnRecoveryCode(context, person, recovery_code);
  if (code === undefined) throw invalid({ code: FIELD_MESSAGES.required });
  await takeAppCode(context, person.id, code);
}

/** Uses a recovery code up and tells its person. Call it in a transaction. Throws 400 for a wrong one, and for one that was used. */
export async function takeOwnRecoveryCode(context: AppContext, person: User, code: string): Promise<void> {
  if (!(await takeRecoveryCode(context.database, person.id, code, context.clock.now())))
    throw invalid({ recovery_code: TWO_STEP_MESSAGES.wrongRecoveryCode });
  await mailTwoStepChange(context, person, 'recovery_code_used');
}

/** Uses the code of a person's app up. Throws 400 for a wrong one, and for one that was used. */
export async function takeAppCode(context: AppContext, personId: string, code: string): Promise<void> {
  const { database, clock } = context;
  const app = await findAuthenticator(context, personId);
  const period = app === undefined ? null : periodOf(code, app.secret, clock.now());
  if (app === undefined || period === null || !(await takePeriod(database, app, period)))
    throw invalid({ code: TWO_STEP_MESSAGES.wrongCode });
}
