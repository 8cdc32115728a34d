import { and, asc, eq, gt, isNull, lte } from 'drizzle-orm';
import type { AppContext } from '#server/context.ts';
import type { Database } from '#server/platform/db/client.ts';
import type { CHALLENGE_PURPOSES } from '#server/platform/db/schema/passkeys.ts';
import { passkeyChallenges, passkeys } from '#server/platform/db/schema/passkeys.ts';
import { hashToken, newToken } from '#server/platform/http/tokens.ts';

/** The queries of passkeys. Do not use within `forSchool`: the tables belong to no school. */

export type PasskeyRow = typeof passkeys.$inferSelect;

/** A challenge's purpose, and the person who may answer it. */
export interface AskedChallenge {
  readonly purpose: (typeof CHALLENGE_PURPOSES)[number];
  /** Null if the passkey names the person. */
  readonly personId: string | null;
  /** Null before anybody is signed in. */
  readonly sessionId: string | null;
}

/** A person's passkeys, the oldest first. */
export async function listPasskeys(database: Database, personId: string): Promise<readonly PasskeyRow[]> {
  return await database
    .orm()
    .select()
    .from(passkeys)
    .where(eq(passkeys.userId, personId))
    .orderBy(asc(passkeys.createdAt), asc(passkeys.id));
}

export async function findPasskey(database: Database, credentialId: string): Promise<PasskeyRow | undefined> {
  const [row] = await database.orm().select().from(passkeys).where(eq(passkeys.credentialId, credentialId));
  return row;
}

/** Stores a passkey; undefined if that credential exists already, whoever owns it. */
export async function insertPasskey(
  database: Database,
  row: typeof passkeys.$inferInsert,
): Promise<PasskeyRow | undefined> {
  const [stored] = await database.orm().insert(passkeys).values(row).onConflictDoNothing().returning();
  return stored;
}

/** Renames a passkey; undefined if it is not the person's. */
export async function renamePasskey(
  database: Database,
  personId: string,
  id: string,
  name: string,
): Promise<PasskeyRow | undefined> {
  const [row] = await database
    .orm()
    .update(passkeys)
    .set({ name })
    .where(and(eq(passkeys.id, id), eq(passkeys.userId, personId)))
    .returning();
  return row;
}

/** Deletes a passkey; undefined if it is not the person's. */
export async function deletePasskey(
  database: Database,
  personId: string,
  id: string,
): Promise<PasskeyRow | undefined> {
  const [row] = await database
    .orm()
    .delete(passkeys)
    .where(and(eq(passkeys.id, id), eq(passkeys.userId, personId)))
    .returning();
  return row;
}

/** Deletes a person's passkeys. False if there was none. */
export async function deletePasskeys(database: Database, personId: string): Promise<boolean> {
  const deleted = await database
    .orm()
    .delete(passkeys)
    .where(eq(passkeys.userId, personId))
    .returning({ id: passkeys.id });
  return deleted.length > 0;
}

/** A use of a passkey that has been checked. */
export interface PasskeyUse {
  readonly id: string;
  readonly userId: string;
  /** The counter before and after. */
  readonly counters: readonly [number, number];
  readonly backedUp: boolean;
}

/** Stores a use. False if the passkey was removed, or used meanwhile with another counter. */
export async function storeUse(
  { database, clock }: AppContext,
  { id, counters: [before, after], backedUp }: PasskeyUse,
): Promise<boolean> {
  const used = await database
    .orm()
    .update(passkeys)
    .set({ counter: after, backedUp, lastUsedAt: clock.now() })
    .where(and(eq(passkeys.id, id), eq(passkeys.counter, before)))
    .returning({ id: passkeys.id });
  return used.length > 0;
}

/** Creates a challenge that is valid for `lifeMs`; returns it in base64url. */
export async function createChallenge(
  { database, clock }: AppContext,
  { purpose, personId: userId, sessionId }: AskedChallenge,
  lifeMs: number,
): Promise<string> {
  const { token, hash } = newToken();
  const expiresAt = new Date(clock.now().getTime() + lifeMs);
  await database
    .orm()
    .insert(passkeyChallenges)
    .values({ challengeHash: hash, purpose, userId, sessionId, expiresAt });
  return token;
}

/** Uses up a challenge. Only one of several simultaneous callers gets true. */
export async function takeChallenge(
  { database, clock }: AppContext,
  challenge: string,
  { purpose, personId, sessionId }: AskedChallenge,
): Promise<boolean> {
  const {
    challengeHash,
    purpose: storedPurpose,
    userId,
    sessionId: storedSession,
    expiresAt,
  } = passkeyChallenges;
  const taken = await database
    .orm()
    .delete(passkeyChallenges)
    .where(
      and(
        eq(challengeHash, hashToken(challenge)),
        eq(storedPurpose, purpose),
        personId === null ? isNull(userId) : eq(userId, personId),
        sessionId === null ? isNull(storedSession) : eq(storedSession, sessionId),
        gt(expiresAt, clock.now()),
      ),
    )
    .returning({ challengeHash });
  return taken.length > 0;
}

/** Deletes expired challenges. */
export async function deleteExpiredChallenges(database: Database, now: Date): Promise<void> {
  await database.orm().delete(passkeyChallenges).where(lte(passkeyChallenges.expiresAt, now));
}
