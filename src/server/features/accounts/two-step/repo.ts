import { and, eq, gt } from 'drizzle-orm';
import type { AppContext } from '#server/context.ts';
import type { Database } from '#server/platform/db/client.ts';
import { recoveryCodes, secondSteps, trustedDevices } from '#server/platform/db/schema/people.ts';
import { hashToken, newToken } from '#server/platform/http/tokens.ts';

/** The queries of two-step sign-in. Do not use within `forSchool`: the tables belong to no school. */

export type SecondStepRow = typeof secondSteps.$inferSelect;

/** Deletes everything that is useless without a second factor: recovery codes, trusted computers, and log-ins waiting for one. */
export async function forgetTwoStep(database: Database, personId: string): Promise<void> {
  const orm = database.orm();
  await orm.delete(recoveryCodes).where(eq(recoveryCodes.userId, personId));
  await orm.delete(trustedDevices).where(eq(trustedDevices.userId, personId));
  await orm.delete(secondSteps).where(eq(secondSteps.userId, personId));
}

/** The data to begin a second step with. */
export interface BegunStep {
  readonly remember: boolean;
  /** The hash of the provider's step, which is connected after the code. */
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

/** A second step that is still open. */
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

/** Ends a second step. Only one of several simultaneous callers gets true. */
export async function endSecondStep(database: Database, token: string): Promise<boolean> {
  const ended = await database
    .orm()
    .delete(secondSteps)
    .where(eq(secondSteps.tokenHash, hashToken(token)))
    .returning({ userId: secondSteps.userId });
  return ended.length > 0;
}
