import { and, eq, isNotNull, isNull, lt } from 'drizzle-orm';
import type { AppContext } from '#server/context.ts';
import { authenticatorSecretOwner } from '#server/data/keys/sealed-columns.ts';
import type { Database } from '#server/platform/db/client.ts';
import { authenticators } from '#server/platform/db/schema/people.ts';

/** The queries of authenticator apps. Do not use within `forSchool`: the table belongs to no school. */

/** A person's app; `stored` is its secret as the database has it. */
export type Authenticator = typeof authenticators.$inferSelect & { readonly stored: string };

/** A person's app, confirmed or not. */
export async function findAuthenticator(
  { database, keys }: Pick<AppContext, 'database' | 'keys'>,
  personId: string,
): Promise<Authenticator | undefined> {
  const [row] = await database.orm().select().from(authenticators).where(eq(authenticators.userId, personId));
  if (row === undefined) return undefined;
  return { ...row, stored: row.secret, secret: keys.open(authenticatorSecretOwner(personId), row.secret) };
}

/** Stores a secret that waits for its first code. False if there is a confirmed one, which stays. */
export async function beginAuthenticator(
  { database, keys, clock }: AppContext,
  personId: string,
  secret: string,
): Promise<boolean> {
  const now = clock.now();
  const stored = keys.store(authenticatorSecretOwner(personId), secret, now);
  const fresh = { secret: stored, lastPeriod: 0, createdAt: now };
  const begun = await database
    .orm()
    .insert(authenticators)
    .values({ userId: personId, ...fresh })
    .onConflictDoUpdate({
      target: authenticators.userId,
      set: fresh,
      setWhere: isNull(authenticators.confirmedAt),
    })
    .returning({ userId: authenticators.userId });
  return begun.length > 0;
}

/**
 * Uses up the code of a period. False if that code or a later one has been used, or the secret has changed. `confirmedAt` is given for the
 * first code.
 */
export async function takePeriod(
  database: Database,
  { userId, stored }: Pick<Authenticator, 'userId' | 'stored'>,
  period: number,
  confirmedAt?: Date,
): Promise<boolean> {
  const taken = await database
    .orm()
    .update(authenticators)
    .set({ lastPeriod: period, ...(confirmedAt && { confirmedAt }) })
    .where(
      and(
        eq(authenticators.userId, userId),
        eq(authenticators.secret, stored),
        lt(authenticators.lastPeriod, period),
        confirmedAt === undefined
          ? isNotNull(authenticators.confirmedAt)
          : isNull(authenticators.confirmedAt),
      ),
    )
    .returning({ userId: authenticators.userId });
  return taken.length > 0;
}

/** Removes the app. False if there was no confirmed one. */
export async function deleteAuthenticator(database: Database, personId: string): Promise<boolean> {
  const deleted = await database
    .orm()
    .delete(authenticators)
    .where(eq(authenticators.userId, personId))
    .returning({ confirmedAt: authenticators.confirmedAt });
  return deleted.some(({ confirmedAt }) => confirmedAt !== null);
}
