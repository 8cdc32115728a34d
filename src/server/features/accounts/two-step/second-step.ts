import { z } from 'zod';
import { SECOND_STEP_MS, type secondStepForm, TWO_STEP_MESSAGES } from '#contract/sign-in/two-step.ts';
import { SECOND_STEPS, type SecondStepTaken } from '#contract/sign-in/ways.ts';
import type { AppContext } from '#server/context.ts';
import { findUser, type User } from '#server/data/users.ts';
import { enter } from '#server/features/accounts/sign-in-log.ts';
import { enterByStep } from '#server/features/accounts/ways/provider/connecting.ts';
import { answerIn, type Factors, findFactors } from '#server/features/accounts/ways/ways.ts';
import { badRequest } from '#server/platform/http/errors.ts';
import {
  type BegunStep,
  beginSecondStep,
  endSecondStep,
  findSecondStep,
  type SecondStepRow,
} from './repo.ts';
import { takeTrust, trustDevice } from './trusted.ts';
import { trustedTokens } from './trusted-cookie.ts';

/** The second step of a sign-in, after the right password. */

/** The second step that a person must take in this browser, if any. */
interface StepAsked {
  /** The token of the step that has begun; null if none is required. */
  readonly step: string | null;
  /** The factors that it accepts. */
  readonly ways: Factors;
  /** Whether the person has a second factor, and this computer is trusted instead of it. */
  readonly isTrusted: boolean;
}

/** Begins the second step if this person must take one in this browser. */
export async function requireSecondStep(
  context: AppContext,
  person: User,
  begun: BegunStep,
  cookies: string | undefined,
): Promise<StepAsked> {
  const ways = await findFactors(context.database, person.id);
  if (ways.length === 0) return { step: null, ways, isTrusted: false };
  if (await takeTrust(context, person.id, trustedTokens(cookies)))
    return { step: null, ways, isTrusted: true };
  const step = await beginSecondStep(context, person.id, begun, SECOND_STEP_MS);
  return { step, ways, isTrusted: false };
}

/** A person whom a second step has let in. */
export interface LetIn {
  readonly person: User;
  readonly token: string;
  /** The token for the browser's cookie; null unless the browser is to be trusted. */
  readonly trusted: string | null;
}

/** An open step and its person. Throws 400 once it has expired. */
export async function requireStep(context: AppContext, token: string) {
  const step = await findSecondStep(context, token);
  const person = step && (await findUser(context.database, step.userId));
  if (step === undefined || person?.status !== 'ACTIVE') throw badRequest(TWO_STEP_MESSAGES.stepOver);
  return { step, person };
}

/**
 * Opens a session with a code or a passkey. Throws 400 for a wrong one, or if the step has expired (or the password was changed meanwhile),
 * 429 after too many.
 */
export async function takeSecondStep(context: AppContext, form: Form, from: From): Promise<LetIn> {
  const { step, person } = await requireStep(context, form.step);
  const { way, prove } = answerIn(form);
  return await prove(context, { person, ip: from.ip, sessionId: null }, (take) =>
    letIn(context, { person, step, form, from, secondStep: secondStepSchema.parse(way.id) }, take),
  );
}

const secondStepSchema = z.enum(SECOND_STEPS);

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
  readonly secondStep: SecondStepTaken;
}

async function letIn(
  context: AppContext,
  { person, step: { remember, providerStep }, form, from, secondStep }: Taking,
  take: () => Promise<void>,
): Promise<LetIn> {
  return await context.database.transaction(async () => {
    await take();
    if (!(await endSecondStep(context.database, form.step))) throw badRequest(TWO_STEP_MESSAGES.stepOver);
    const options = { remember, device: from.device, ip: from.ip };
    // A step that follows another way would have to store which one it was.
    const opened = { way: 'password', secondStep, isStrong: true } as const;
    const entered =
      providerStep === null
        ? { person, token: await enter(context, person, { ...options, ...opened }) }
        : await enterByStep(context, person, providerStep, { ...options, isStrong: true });
    return {
      ...entered,
      trusted: form.trust ? await trustDevice(context, person.id, from.device) : null,
    };
  });
}
