import type { z } from 'zod';
import {
  type NewPasskeyOptions,
  PASSKEY_MESSAGES,
  PASSKEYS_MAX,
  type Passkey,
  type passkeyRoutes,
} from '#contract/sign-in/passkeys.ts';
import type { AppContext } from '#server/context.ts';
import { confirmSession, deleteSessions } from '#server/data/sessions.ts';
import { lockUser } from '#server/data/users.ts';
import { requireRemainingFactor } from '#server/features/accounts/rules/second-factor.ts';
import { loadPerson } from '#server/features/accounts/service.ts';
import { mailTwoStepChange } from '#server/features/accounts/two-step/mail-change.ts';
import { giveRecoveryCodes } from '#server/features/accounts/ways/recovery-code/repo.ts';
import { findFactors, forgetWithoutFactor, requireEntry } from '#server/features/accounts/ways/ways.ts';
import { LIMITS, requireTry } from '#server/platform/http/attempts.ts';
import { conflict, notFound } from '#server/platform/http/errors.ts';
import type { Caller } from '#server/platform/http/handle.ts';
import { newOptionsFor } from './options.ts';
import { deletePasskey, insertPasskey, listPasskeys, type PasskeyRow, renamePasskey } from './repo.ts';
import { verifyNew } from './verify.ts';

/** A person's own passkeys. Adding or removing one ends their other sessions. */

export function presentPasskey(row: PasskeyRow): Passkey {
  return {
    id: row.id,
    credential_id: row.credentialId,
    name: row.name,
    added_at: row.createdAt.toISOString(),
    last_used_at: row.lastUsedAt?.toISOString() ?? null,
  };
}

/** The options for a device to create a passkey. Throws 409 if there are too many, 429. */
export async function beginPasskey(context: AppContext, caller: Caller): Promise<NewPasskeyOptions> {
  await requireTry(context, LIMITS.passkeyOptions, [caller.personId]);
  await refuseTooMany(context, caller.personId);
  return await newOptionsFor(context, await loadPerson(context, caller), caller.sessionId);
}

type NewPasskeyForm = z.output<(typeof passkeyRoutes)['addPasskey']['body']>;

/**
 * Adds a passkey. The first factor turns two-step sign-in on and returns recovery codes. Throws 400 for a faulty answer of the device, 409
 * for a known passkey or too many.
 */
export async function addPasskey(
  context: AppContext,
  caller: Caller,
  { passkey, name }: NewPasskeyForm,
): Promise<{ readonly added: PasskeyRow; readonly recoveryCodes: readonly string[] }> {
  const { database, clock } = context;
  const { personId, sessionId } = caller;
  const fresh = await verifyNew(context, passkey, caller);
  return await database.transaction(async () => {
    const person = await lockUser(database, personId);
    if (person === undefined) throw notFound('User');
    await refuseTooMany(context, personId);
    const isFirst = (await findFactors(database, personId)).length === 0;
    const row = { ...fresh, userId: personId, name, createdAt: clock.now() };
    const added = await insertPasskey(database, row);
    if (added === undefined) throw conflict(PASSKEY_MESSAGES.known);
    await confirmSession(context, sessionId, true);
    await deleteSessions(context, personId, sessionId);
    await mailTwoStepChange(context, person, 'passkey_added', name);
    return { added, recoveryCodes: isFirst ? await giveRecoveryCodes(database, personId) : [] };
  });
}

async function refuseTooMany({ database }: AppContext, personId: string): Promise<void> {
  if ((await listPasskeys(database, personId)).length >= PASSKEYS_MAX)
    throw conflict(PASSKEY_MESSAGES.tooMany);
}

/** Renames a passkey. Throws 404 for somebody else's. */
export async function nameOwnPasskey(
  { database }: AppContext,
  { personId }: Caller,
  id: string,
  name: string,
): Promise<PasskeyRow> {
  const renamed = await renamePasskey(database, personId, id, name);
  if (renamed === undefined) throw notFound('Passkey');
  return renamed;
}

/**
 * Removes a passkey; removing the last factor deletes codes and trusted computers. Throws 404 for somebody else's, 409 if there is no other
 * one although the school requires a second factor or the person could not sign in any more.
 */
export async function removePasskey(context: AppContext, caller: Caller, id: string): Promise<void> {
  const { database } = context;
  const { personId, sessionId } = caller;
  await database.transaction(async () => {
    const person = await lockUser(database, personId);
    const removed = await deletePasskey(database, personId, id);
    if (person === undefined || removed === undefined) throw notFound('Passkey');
    await requireRemainingFactor(context, person);
    await requireEntry(context, person);
    await deleteSessions(context, personId, sessionId);
    await mailTwoStepChange(context, person, 'passkey_removed', removed.name);
    if (await forgetWithoutFactor(database, personId))
      await mailTwoStepChange(context, person, 'two_step_off');
  });
}
