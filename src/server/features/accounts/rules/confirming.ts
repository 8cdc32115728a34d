import type { z } from 'zod';
import { FIELD_MESSAGES } from '#contract/fields.ts';
import { PEOPLE_MESSAGES } from '#contract/people.ts';
import type { ConfirmWay } from '#contract/signing-in/confirm-ways.ts';
import { type confirmForm, confirmRoutes } from '#contract/signing-in/confirming.ts';
import { type PasskeyAnswer, type PasskeyOptions, passkeyRoutes } from '#contract/signing-in/passkeys.ts';
import { secondFactorRoutes } from '#contract/signing-in/second-factor.ts';
import { TWO_STEP_MESSAGES } from '#contract/signing-in/two-step.ts';
import type { AppContext } from '#server/context.ts';
import { confirmSession } from '#server/data/sessions.ts';
import { findUser } from '#server/data/users.ts';
import { optionsFor } from '#server/features/accounts/passkeys/options.ts';
import { recordUse, verifyUse } from '#server/features/accounts/passkeys/verify.ts';
import { known, verifyPassword } from '#server/features/accounts/passwords.ts';
import { hasProvider } from '#server/features/accounts/providers/own-providers.ts';
import { loadPerson } from '#server/features/accounts/service.ts';
import { takeCounted } from '#server/features/accounts/two-step/code-tries.ts';
import { takeAppCode, takeOwnRecoveryCode } from '#server/features/accounts/two-step/second-step.ts';
import { findWays } from '#server/features/accounts/two-step/ways.ts';
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
    handle(passkeyRoutes.confirmOptions, async ({ caller }) => ({
      options: await confirmOptions(context, caller),
    })),
  ];
}

/**
 * By what a person can prove who they are, the easiest first. Whoever has a second factor proves it by that one: a session left open and the
 * password must not be enough to take it away.
 */
export async function confirmWays(context: AppContext, personId: string): Promise<readonly ConfirmWay[]> {
  const { database } = context;
  const person = await findUser(database, personId);
  const ways = await findWays(database, personId);
  return [
    ...(['passkey', 'code'] as const).filter((way) => ways.includes(way)),
    ...(ways.length > 0 ? ['recovery_code' as const] : []),
    ...(person?.passwordHash == null || ways.length > 0 ? [] : ['password' as const]),
    ...((await hasProvider(context, personId)) ? ['provider' as const] : []),
  ];
}

/** Confirms the caller's session; by a second factor it is strong from then on. Throws 400 for what is wrong, 429 after too many. */
async function confirmPerson(
  context: AppContext,
  caller: Caller,
  { password, code, recovery_code, passkey }: z.output<typeof confirmForm>,
  ip: string,
): Promise<void> {
  if (passkey !== undefined) await checkPasskey(context, caller, passkey);
  else if (code !== undefined) await checkCode(context, caller, code, ip);
  else if (recovery_code !== undefined) await checkRecoveryCode(context, caller, recovery_code, ip);
  else await checkPassword(context, caller, password);
  await confirmSession(context, caller.sessionId, password === undefined);
}

async function checkPasskey(context: AppContext, caller: Caller, passkey: PasskeyAnswer): Promise<void> {
  await recordUse(context, await verifyUse(context, passkey, askedOf(caller)));
}

/** What a device is asked with for a passkey of the caller. Throws 429. */
async function confirmOptions(context: AppContext, caller: Caller): Promise<PasskeyOptions> {
  await requireTry(context, LIMITS.passkeyOptions, [caller.personId]);
  return await optionsFor(context, askedOf(caller));
}

const askedOf = ({ personId, sessionId }: Caller) => ({ purpose: 'confirm', personId, sessionId }) as const;

async function checkPassword(
  context: AppContext,
  caller: Caller,
  password: string | undefined,
): Promise<void> {
  if (password === undefined) throw invalid({ password: FIELD_MESSAGES.required });
  if ((await findWays(context.database, caller.personId)).length > 0)
    throw invalid({ password: TWO_STEP_MESSAGES.factorInstead });
  await requireTry(context, LIMITS.passwordCheck, [caller.personId]);
  const { passwordHash } = await loadPerson(context, caller);
  if (!(await verifyPassword(passwordHash, password, known(caller.personId))))
    throw invalid({ password: PEOPLE_MESSAGES.wrongPassword });
  await forgetTries(context, LIMITS.passwordCheck, [caller.personId]);
}

async function checkCode(context: AppContext, caller: Caller, code: string, ip: string): Promise<void> {
  const person = await loadPerson(context, caller);
  await takeCounted(context, { person, ip, limit: LIMITS.codeByPerson }, () =>
    takeAppCode(context, person.id, code),
  );
}

async function checkRecoveryCode(
  context: AppContext,
  caller: Caller,
  code: string,
  ip: string,
): Promise<void> {
  const person = await loadPerson(context, caller);
  await takeCounted(context, { person, ip, limit: LIMITS.recoveryCode }, () =>
    context.database.transaction(() => takeOwnRecoveryCode(context, person, code)),
  );
}
