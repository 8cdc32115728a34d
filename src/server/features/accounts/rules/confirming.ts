import type { z } from 'zod';
import { FIELD_MESSAGES } from '#contract/fields.ts';
import { PEOPLE_MESSAGES } from '#contract/people.ts';
import { type ConfirmWay, type confirmForm, confirmRoutes } from '#contract/signing-in/confirming.ts';
import { secondFactorRoutes } from '#contract/signing-in/second-factor.ts';
import type { AppContext } from '#server/context.ts';
import { confirmSession } from '#server/data/sessions.ts';
import { findUser } from '#server/data/users.ts';
import { verifyPassword } from '#server/features/accounts/passwords.ts';
import { loadPerson } from '#server/features/accounts/service.ts';
import { findAuthenticator } from '#server/features/accounts/two-step/repo.ts';
import { countCode, forgetCodes, takeAppCode } from '#server/features/accounts/two-step/second-step.ts';
import { forgetTries, LIMITS, requireTry } from '#server/platform/http/attempts.ts';
import { invalid } from '#server/platform/http/errors.ts';
import { type Caller, type Handler, handle } from '#server/platform/http/handle.ts';
import { setSecondFactor } from './second-factor.ts';
import { defineSecondFactorMail } from './second-factor-mail.ts';

/** Asking again who it is, before what a session left open must not be enough for, and a school's rule about second factors. */
export function confirming(context: AppContext): readonly Handler[] {
  defineSecondFactorMail(context);
  return [
    handle(secondFactorRoutes.setSecondFactor, async ({ caller, params, body }) => {
      await setSecondFactor(context, caller, params.id, body);
    }),
    handle(confirmRoutes.confirmPerson, async ({ caller, body, request }) => {
      await confirmPerson(context, caller, body, request.ip);
    }),
  ];
}

/** By what a person can prove who they are, the easiest first. */
export async function confirmWays(
  { database }: AppContext,
  personId: string,
): Promise<readonly ConfirmWay[]> {
  const person = await findUser(database, personId);
  const app = await findAuthenticator(database, personId);
  return [
    ...(app?.confirmedAt == null ? [] : ['code' as const]),
    ...(person?.passwordHash == null ? [] : ['password' as const]),
  ];
}

/** Confirms the caller's session; by a second factor it is strong from then on. Throws 400 for what is wrong, 429 after too many. */
async function confirmPerson(
  context: AppContext,
  caller: Caller,
  { password, code }: z.output<typeof confirmForm>,
  ip: string,
): Promise<void> {
  if (code === undefined) await checkPassword(context, caller, password);
  else await checkCode(context, caller, code, ip);
  await confirmSession(context, caller.sessionId, code !== undefined);
}

async function checkPassword(
  context: AppContext,
  caller: Caller,
  password: string | undefined,
): Promise<void> {
  if (password === undefined) throw invalid({ password: FIELD_MESSAGES.required });
  await requireTry(context, LIMITS.passwordCheck, [caller.personId]);
  const { passwordHash } = await loadPerson(context, caller);
  if (!(await verifyPassword(passwordHash, password)))
    throw invalid({ password: PEOPLE_MESSAGES.wrongPassword });
  await forgetTries(context, LIMITS.passwordCheck, [caller.personId]);
}

async function checkCode(context: AppContext, { personId }: Caller, code: string, ip: string): Promise<void> {
  await countCode(context, personId, ip);
  await takeAppCode(context, personId, code);
  await forgetCodes(context, personId, ip);
}
