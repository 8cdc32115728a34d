import { type OwnProvider, PROVIDER_MESSAGES } from '#contract/sign-in/providers.ts';
import type { ProviderSettings } from '#server/config-providers.ts';
import type { AppContext } from '#server/context.ts';
import { confirmSession, deleteSessions, findPersonOfSession } from '#server/data/sessions.ts';
import { findUser, lockUser } from '#server/data/users.ts';
import { requireEntry } from '#server/features/accounts/ways/ways.ts';
import { badRequest, notFound, signInNeeded } from '#server/platform/http/errors.ts';
import type { Caller } from '#server/platform/http/handle.ts';
import type { ArrivedIdentity, ProvenIdentity } from './claims.ts';
import { connect, mailConnection } from './connecting.ts';
import { deleteIdentity, findIdentity, listIdentities } from './identities.ts';
import type { Visit } from './steps.ts';

/** The providers of the signed-in person. */

/** Each configured provider with the person's account there. */
export async function listOwnProviders(
  { database, config }: AppContext,
  personId: string,
): Promise<readonly OwnProvider[]> {
  const connected = await listIdentities(database, personId);
  return config.providers.map(({ id, name }) => {
    const identity = connected.find(({ provider }) => provider === id);
    if (identity === undefined) return { id, name, connected: null };
    const { email, createdAt, lastUsedAt } = identity;
    return {
      id,
      name,
      connected: {
        email,
        at: createdAt.toISOString(),
        last_used_at: lastUsedAt?.toISOString() ?? null,
      },
    };
  });
}

/** Connects the identity from a visit to the person who began it and is still signed in. Throws 401 and 409. */
export async function connectOwn(
  context: AppContext,
  { id }: ProviderSettings,
  visit: Visit,
  proven: ProvenIdentity,
): Promise<void> {
  await context.database.transaction(async () => {
    const person = await findUser(context.database, await personOf(context, visit));
    if (person === undefined) throw signInNeeded();
    await connect(context, person, id, proven, visit.sessionId ?? undefined);
  });
}

/** Confirms the session that began a visit. Throws 401, and 400 for another account at the provider. */
export async function confirmOwn(
  context: AppContext,
  { name }: ProviderSettings,
  visit: Visit,
  proven: ArrivedIdentity,
): Promise<void> {
  const personId = await personOf(context, visit);
  const identity = await findIdentity(context.database, proven);
  if (identity?.userId !== personId || visit.sessionId === null)
    throw badRequest(PROVIDER_MESSAGES.someoneElse(name));
  await confirmSession(context, visit.sessionId, proven.isStrong);
}

async function personOf(context: AppContext, { sessionId }: Visit): Promise<string> {
  const personId = sessionId === null ? undefined : await findPersonOfSession(context, sessionId);
  if (personId === undefined) throw signInNeeded();
  return personId;
}

/**
 * Disconnects a provider and ends the person's other sessions. Throws 404 if it is not connected, 409 if the person could not sign in any
 * more.
 */
export async function disconnectOwn(
  context: AppContext,
  caller: Caller,
  { id, name }: ProviderSettings,
): Promise<void> {
  const { database } = context;
  await database.transaction(async () => {
    // The lock makes the second of two simultaneous calls see what the first has left.
    const person = await lockUser(database, caller.personId);
    const own = await listIdentities(database, caller.personId);
    const identity = own.find(({ provider }) => provider === id);
    if (person === undefined || identity === undefined) throw notFound('Provider');
    await deleteSessions(context, person.id, caller.sessionId);
    await deleteIdentity(database, person.id, id);
    await requireEntry(context, person);
    await mailConnection(context, person, 'provider_disconnected', { name, account: identity.email });
  });
}
