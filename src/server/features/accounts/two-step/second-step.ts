import type { z } from 'zod';
import { FIELD_MESSAGES } from '#contract/fields.ts';
import {
  SECOND_STEP_MS,
  type secondStepForm,
  TRUSTED_MS,
  TWO_STEP_MESSAGES,
} from '#contract/signing-in/two-step.ts';
import type { AppContext } from '#server/context.ts';
import { recordAudit } from '#server/data/audit-log.ts';
import { openSession } from '#server/data/sessions.ts';
import { findUser, type User } from '#server/data/users.ts';
import { accountMail } from '#server/features/accounts/email-jobs.ts';
import { forgetTries, ipKey, LIMITS, requireTry, returnTry } from '#server/platform/http/attempts.ts';
import { badRequest, invalid } from '#server/platform/http/errors.ts';
import { periodOf } from './codes.ts';
import {
  beginSecondStep,
  endSecondStep,
  findAuthenticator,
  findSecondStep,
  isTrusted,
  takePeriod,
  takeRecoveryCode,
  trustDevice,
} from './repo.ts';
import { trustedTokens } from './trusted-cookie.ts';

/** The second step of a log-in: a code, after the right password. */

/**
 * The token of the second step if this person has to take one on this browser; otherwise null, and whether the person has a second
 * factor, which this computer is trusted for.
 */
export async function requireSecondStep(
  context: AppContext,
  person: User,
  remember: boolean,
  cookies: string | undefined,
): Promise<{ readonly step: string | null; readonly isTrusted: boolean }> {
  const app = await findAuthenticator(context.database, person.id);
  if (app === undefined || app.confirmedAt === null) return { step: null, isTrusted: false };
  if (await isTrusted(context, person.id, trustedTokens(cookies))) return { step: null, isTrusted: true };
  const step = await beginSecondStep(context, person.id, remember, SECOND_STEP_MS);
  return { step, isTrusted: false };
}

/** Whom a second step has let in. */
export interface LetIn {
  readonly person: User;
  readonly token: string;
  /** For the browser's cookie; null unless it is to be trusted. */
  readonly trusted: string | null;
}

/**
 * Opens a session with a code. Throws 400 for a wrong one, or once the step's time is over (or the password was changed
 * meanwhile), 429 after too many.
 */
export async function takeSecondStep(
  context: AppContext,
  form: z.output<typeof secondStepForm>,
  from: { readonly ip: string; readonly device: string },
): Promise<LetIn> {
  const step = await findSecondStep(context, form.step);
  const person = step && (await findUser(context.database, step.userId));
  if (step === undefined || person?.status !== 'ACTIVE') throw badRequest(TWO_STEP_MESSAGES.stepOver);
  await countCode(context, person.id, from.ip);
  return await context.database.transaction(async () => {
    await takeCode(context, person, form);
    if (!(await endSecondStep(context.database, form.step))) throw badRequest(TWO_STEP_MESSAGES.stepOver);
    await forgetCodes(context, person.id, from.ip);
    return {
      person,
      token: await openSession(context, person.id, {
        remember: step.remember,
        device: from.device,
        way: 'password',
        isStrong: true,
      }),
      trusted: form.trust ? await trustDevice(context, person.id, TRUSTED_MS) : null,
    };
  });
}

async function takeCode(
  context: AppContext,
  person: User,
  { code, recovery_code }: z.output<typeof secondStepForm>,
): Promise<void> {
  const { database, clock } = context;
  if (recovery_code !== undefined) {
    if (!(await takeRecoveryCode(database, person.id, recovery_code, clock.now())))
      throw invalid({ recovery_code: TWO_STEP_MESSAGES.wrongRecoveryCode });
    const { id: personId, schoolId } = person;
    if (schoolId !== null) await recordAudit(context, { schoolId, personId }, 'recovery_code_used', '');
    await context.jobs.send(accountMail, { kind: 'two_step', personId, change: 'recovery_code_used' });
    return;
  }
  if (code === undefined) throw invalid({ code: FIELD_MESSAGES.required });
  await takeAppCode(context, person.id, code);
}

/** Uses the code of a person's app up. Throws 400 for a wrong one, and for one that was used. */
export async function takeAppCode(
  { database, clock }: AppContext,
  personId: string,
  code: string,
): Promise<void> {
  const app = await findAuthenticator(database, personId);
  const period = app === undefined ? null : periodOf(code, app.secret, clock.now());
  if (app === undefined || period === null || !(await takePeriod(database, app, period)))
    throw invalid({ code: TWO_STEP_MESSAGES.wrongCode });
}

/** Counts a code before it is looked at, by person and by network. Throws 429. */
export async function countCode(context: AppContext, personId: string, ip: string): Promise<void> {
  await requireTry(context, LIMITS.codeByPerson, [personId]);
  await requireTry(context, LIMITS.codeByIp, [ipKey(ip)]);
}

/** After a right code. */
export async function forgetCodes(context: AppContext, personId: string, ip: string): Promise<void> {
  await forgetTries(context, LIMITS.codeByPerson, [personId]);
  await returnTry(context, LIMITS.codeByIp, [ipKey(ip)]);
}
