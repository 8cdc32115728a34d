import { and, asc, eq, inArray } from 'drizzle-orm';
import type { AppContext } from '#server/context.ts';
import type { Database } from '#server/platform/db/client.ts';
import { identities, providerSessions } from '#server/platform/db/schema/providers.ts';
import type { ProvenIdentity } from './claims.ts';

/** The queries on people's accounts at providers. Do not use within `forSchool`: the tables belong to no school. */

export type Identity = typeof identities.$inferSelect;

const isSame = ({ issuer, tenant, subject }: Pick<ProvenIdentity, 'issuer' | 'tenant' | 'subject'>) =>
  and(eq(identities.issuer, issuer), eq(identities.tenant, tenant), eq(identities.subject, subject));

/** Finds an identity by issuer, tenant and subject. */
export async function findIdentity(
  database: Database,
  proven: Pick<ProvenIdentity, 'issuer' | 'tenant' | 'subject'>,
): Promise<Identity | undefined> {
  const [row] = await database.orm().select().from(identities).where(isSame(proven));
  return row;
}

/** A person's identities, oldest first. */
export async function listIdentities(database: Database, personId: string): Promise<readonly Identity[]> {
  return await listIdentitiesOf(database, [personId]);
}

/** The identities of several people, oldest first. */
export async function listIdentitiesOf(
  database: Database,
  personIds: readonly string[],
): Promise<readonly Identity[]> {
  return await database
    .orm()
    .select()
    .from(identities)
    .where(inArray(identities.userId, [...personIds]))
    .orderBy(asc(identities.createdAt), asc(identities.id));
}

/** Connects an identity. Undefined if it is somebody's already, or the person has another one at this provider. */
export async function addIdentity(
  { database, clock }: AppContext,
  userId: string,
  provider: string,
  { issuer, tenant, subject, email }: Pick<ProvenIdentity, 'issuer' | 'tenant' | 'subject' | 'email'>,
): Promise<Identity | undefined> {
  const [row] = await database
    .orm()
    .insert(identities)
    .values({ userId, provider, issuer, tenant, subject, email, createdAt: clock.now() })
    .onConflictDoNothing()
    .returning();
  return row;
}

/** Records a sign-in by an identity. */
export async function noteUse({ database, clock }: AppContext, id: string, email: string): Promise<void> {
  await database
    .orm()
    .update(identities)
    .set({ lastUsedAt: clock.now(), email })
    .where(eq(identities.id, id));
}

/** Disconnects an identity. Undefined if there is none. */
export async function deleteIdentity(
  database: Database,
  userId: string,
  provider: string,
): Promise<Identity | undefined> {
  const [row] = await database
    .orm()
    .delete(identities)
    .where(and(eq(identities.userId, userId), eq(identities.provider, provider)))
    .returning();
  return row;
}

/** Records which identity opened a session. */
export async function noteSession(
  database: Database,
  sessionId: string,
  identityId: string,
  sid: string | null,
): Promise<void> {
  await database.orm().insert(providerSessions).values({ sessionId, identityId, sid }).onConflictDoNothing();
}

/** A session that an identity has opened. */
export interface OpenedByProvider {
  readonly sessionId: string;
  readonly userId: string;
}

/** The sessions that a provider's log-out ends: those of one session there, or all of a subject. */
export async function sessionsAtProvider(
  database: Database,
  provider: string,
  issuer: string,
  of: { readonly subject: string | undefined; readonly sid: string | undefined },
): Promise<readonly OpenedByProvider[]> {
  return await database
    .orm()
    .select({ sessionId: providerSessions.sessionId, userId: identities.userId })
    .from(providerSessions)
    .innerJoin(identities, eq(identities.id, providerSessions.identityId))
    .where(
      and(
        eq(identities.provider, provider),
        eq(identities.issuer, issuer),
        of.subject === undefined ? undefined : eq(identities.subject, of.subject),
        of.sid === undefined ? undefined : eq(providerSessions.sid, of.sid),
      ),
    );
}
