import { and, inArray, isNotNull, sql } from 'drizzle-orm';
import { union } from 'drizzle-orm/pg-core';
import type { SecondStepWay } from '#contract/errors.ts';
import { weakenSessions } from '#server/data/sessions.ts';
import { deletePasskeys } from '#server/features/accounts/passkeys/repo.ts';
import type { Database } from '#server/platform/db/client.ts';
import { passkeys } from '#server/platform/db/schema/passkeys.ts';
import { authenticators } from '#server/platform/db/schema/people.ts';
import { grouped, newRecoveryCodes } from './codes.ts';
import { deleteAuthenticator, forgetTwoStep, replaceRecoveryCodes } from './repo.ts';

/** What people have set up for the second step. Two-step sign-in is on for whoever has one of these ways. */
export type Ways = readonly SecondStepWay[];

/** The ways of those of these people who have any. One statement, as log-ins ask for it. */
export async function listWays(
  database: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Ways>> {
  const orm = database.orm();
  const rows = await union(
    orm
      .select({ id: authenticators.userId, way: sql<SecondStepWay>`'code'` })
      .from(authenticators)
      .where(and(inArray(authenticators.userId, [...ids]), isNotNull(authenticators.confirmedAt))),
    orm
      .select({ id: passkeys.userId, way: sql<SecondStepWay>`'passkey'` })
      .from(passkeys)
      .where(inArray(passkeys.userId, [...ids])),
  );
  const byPerson = Map.groupBy(rows, ({ id }) => id);
  return new Map([...byPerson].map(([id, found]) => [id, found.map(({ way }) => way).sort()]));
}

export async function findWays(database: Database, personId: string): Promise<Ways> {
  return (await listWays(database, [personId])).get(personId) ?? [];
}

/** Makes recovery codes in place of the old ones; returns them as they are shown. */
export async function giveRecoveryCodes(database: Database, personId: string): Promise<readonly string[]> {
  const codes = newRecoveryCodes();
  await replaceRecoveryCodes(database, personId, codes);
  return codes.map(grouped);
}

/** After a way was removed: without another one, forgets what is worth nothing then. True if it was the last one. */
export async function forgetWithoutWay(database: Database, personId: string): Promise<boolean> {
  if ((await findWays(database, personId)).length > 0) return false;
  await forgetTwoStep(database, personId);
  await weakenSessions(database, personId);
  return true;
}

/** Turns two-step sign-in off. False if it was. */
export async function forgetWays(database: Database, personId: string): Promise<boolean> {
  const hadApp = await deleteAuthenticator(database, personId);
  const hadPasskeys = await deletePasskeys(database, personId);
  await forgetTwoStep(database, personId);
  return hadApp || hadPasskeys;
}
