import { PASSKEY_MESSAGES, type PasskeyOptions } from '#contract/sign-in/passkeys.ts';
import type { PasskeyAnswer } from '#contract/sign-in/ways/passkey.ts';
import type { AppContext } from '#server/context.ts';
import { lockUser, type User } from '#server/data/users.ts';
import { refuseEntry } from '#server/features/accounts/entry.ts';
import type { SignInOrigin } from '#server/features/accounts/sign-in.ts';
import { enter } from '#server/features/accounts/sign-in-log.ts';
import { ipKey, LIMITS, requireTry, returnTry } from '#server/platform/http/attempts.ts';
import { badRequest } from '#server/platform/http/errors.ts';
import { optionsFor } from './options.ts';
import { recordUse, verifyUse } from './verify.ts';

/** Logging in by a passkey alone: it names the person, and the device has checked that it is them. */

const ASKED = { purpose: 'log_in', personId: null, sessionId: null } as const;

/** The options for the device, the same for everybody. Throws 429. */
export async function signInOptions(context: AppContext, ip: string): Promise<PasskeyOptions> {
  await requireTry(context, LIMITS.passkeyOptions, [ipKey(ip)]);
  return await optionsFor(context, ASKED);
}

/**
 * Opens a session. Throws 400 with the passkey's fault, 403 for staff of a closed school or who must use a provider, 429 after too many.
 */
export async function signInByPasskey(
  context: AppContext,
  form: { readonly passkey: PasskeyAnswer; readonly remember_me: boolean },
  { ip, device }: SignInOrigin,
): Promise<{ readonly token: string; readonly person: User }> {
  await requireTry(context, LIMITS.passkeyByIp, [ipKey(ip)]);
  const use = await verifyUse(context, form.passkey, ASKED);
  return await context.database.transaction(async () => {
    const person = await lockUser(context.database, use.userId);
    if (person?.status !== 'ACTIVE') throw badRequest(PASSKEY_MESSAGES.unknown);
    await recordUse(context, use);
    await refuseEntry(context, person, null);
    await returnTry(context, LIMITS.passkeyByIp, [ipKey(ip)]);
    const opening = { remember: form.remember_me, device, ip, way: 'passkey', isStrong: true } as const;
    return { person, token: await enter(context, person, opening) };
  });
}
