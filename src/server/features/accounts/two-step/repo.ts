import { and, count, eq, gt, isNotNull, isNull, lt } from 'drizzle-orm';
import type { AppContext } from '#server/context.ts';
import { whoseAuthenticator } from '#server/data/keys/sealed-columns.ts';
import type { Database } from '#server/platform/db/client.ts';
import {
  authenticators,
  recoveryCodes,
  secondSteps,
  trustedDevices,
} from '#server/platform/db/schema/people.ts';
import { hashToken, newToken } from '#server/platform/http/tokens.ts';

/** The queries of two-step sign-in. Do not use within `forSchool`: the tables belong to no school. */

/** A person's app; `stored` is its secret as the database has it. */
export type Authenticator = typeof authenticators.$inferSelect & { readonly stored: string };
export type SecondStepRow = typeof secondSteps.$inferSelect;

/** A person's app, also one that has not been confirmed. */
export async function findAuthenticator(
  { database, keys }: Pick<AppContext, 'database' | 'keys'>,
  personId: string,
): Promise<Authenticator | undefined> {
  const [row] = await database.orm().select().from(authenticators).where(eq(authenticators.userId, personId));
  if (row === undefined) return undefined;
  return { ...row, stored: row.secret, secret: keys.open(whoseAuthenticator(personId), row.secret) };
}

/** Stores a secret that waits for its first code. False if there is a confirmed one, which stays. */
export async function beginAuthenticator(
  { database, keys, clock }: AppContext,
  personId: string,
  secret: string,
): Promise<boolean> {
  const now = clock.now();
  const stored = keys.store(whoseAuthenticator(personId), secret, now);
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
 * Uses the code of a period up. False if that code or a later one has been used, or the secret is another one by now. With
 * `confirmedAt` it is the first.
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

/** Forgets what is worth nothing without a way: recovery codes, trusted computers, and log-ins that wait for one. */
export async function forgetTwoStep(database: Database, personId: string): Promise<void> {
  const orm = database.orm();
  await orm.delete(recoveryCodes).where(eq(recoveryCodes.userId, personId));
  await orm.delete(trustedDevices).where(eq(trustedDevices.userId, personId));
  await orm.delete(secondSteps).where(eq(secondSteps.userId, personId));
}

/** Puts new recovery codes in place of the old ones. */
export async function replaceRecoveryCodes(
  database: Database,
  personId: string,
  codes: readonly string[],
): Promise<void> {
  const orm = database.orm();
  await orm.delete(recoveryCodes).where(eq(recoveryCodes.userId, personId));
  await orm
    .insert(recoveryCodes)
    .values(codes.map((code) => ({ userId: personId, codeHash: hashToken(code) })));
}

/** Uses a recovery code up. False if it is none, or used. */
export async function takeRecoveryCode(
  database: Database,
  personId: string,
  code: string,
  now: Date,
): Promise<boolean> {
  const taken = await database
    .orm()
    .update(recoveryCodes)
    .set({ usedAt: now })
    .where(
      and(
        eq(recoveryCodes.userId, personId),
        eq(recoveryCodes.codeHash, hashToken(code)),
        isNull(recoveryCodes.usedAt),
      ),
    )
    .returning({ userId: recoveryCodes.userId });
  return taken.length > 0;
}

/** How many recovery codes are left. */
export async function countRecoveryCodes(database: Database, personId: string): Promise<number> {
  const [row] = await database
    .orm()
    .select({ left: count() })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, personId), isNull(recoveryCodes.usedAt)));
  return row?.left ?? 0;
}

/** What a second step is begun with. */
export interface BegunStep {
  readonly remember: boolean;
  /** The hash of what a provider has proven, which is connected after the code. */
  readonly providerStep?: string | undefined;
}

/** Begins a second step that is valid for `lifeMs`; returns its token, which is not stored. */
export async function beginSecondStep(
  { database, clock }: AppContext,
  personId: string,
  { remember, providerStep }: BegunStep,
  lifeMs: number,
): Promise<string> {
  const { token, hash } = newToken();
  const expiresAt = new Date(clock.now().getTime() + lifeMs);
  await database
    .orm()
    .insert(secondSteps)
    .values({ tokenHash: hash, userId: personId, remember, providerStep, expiresAt });
  return token;
}

/** A second step that is under way. */
export async function findSecondStep(
  { database, clock }: AppContext,
  token: string,
): Promise<SecondStepRow | undefined> {
  const [row] = await database
    .orm()
    .select()
    .from(secondSteps)
    .where(and(eq(secondSteps.tokenHash, hashToken(token)), gt(secondSteps.expiresAt, clock.now())));
  return row;
}

/** Ends a second step. Of several simultaneous callers only one gets true. */
export async function endSecondStep(database: Database, token: string): Promise<boolean> {
  const ended = await database
    .orm()
    .delete(secondSteps)
    .where(eq(secondSteps.tokenHash, hashToken(token)))
    .returning({ userId: secondSteps.userId });
  return ended.length > 0;
}
