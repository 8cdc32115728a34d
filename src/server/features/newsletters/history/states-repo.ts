import { createHash } from 'node:crypto';
import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Newsletter } from '#server/features/newsletters/repo.ts';
import type { Database } from '#server/platform/db/client.ts';
import { newsletterStates, stateBlocks } from '#server/platform/db/schema/history.ts';

/** The queries of a draft's states. */

export type StateRow = typeof newsletterStates.$inferSelect;
export type NewState = typeof newsletterStates.$inferInsert;

const LISTED = {
  id: newsletterStates.id,
  version: newsletterStates.version,
  reason: newsletterStates.reason,
  personId: newsletterStates.personId,
  tokenName: newsletterStates.tokenName,
  beganAt: newsletterStates.beganAt,
  savedAt: newsletterStates.savedAt,
  settings: newsletterStates.settings,
  blocks: newsletterStates.blocks,
} as const;

/** All states of a newsletter, newest first. */
export async function listStates(database: Database, schoolId: string, newsletterId: string) {
  return await database.forSchool(schoolId, () =>
    database
      .orm()
      .select(LISTED)
      .from(newsletterStates)
      .where(of(schoolId, newsletterId))
      .orderBy(desc(newsletterStates.position)),
  );
}

/** The names of blocks, without white space, by the numbers of their contents. */
export async function listBlockNames(
  database: Database,
  schoolId: string,
  newsletterId: string,
): Promise<ReadonlyMap<number, string>> {
  const name = sql<string>`coalesce(${stateBlocks.content} ->> 'name', '')`;
  const rows = await database.forSchool(schoolId, () =>
    database
      .orm()
      .select({ number: stateBlocks.number, name })
      .from(stateBlocks)
      .where(and(ofBlocks(schoolId, newsletterId), sql`${stateBlocks.content} ->> 'type' <> 'empty_space'`)),
  );
  return new Map(rows.map((row) => [row.number, row.name]));
}

/** Contents of blocks by their numbers. */
export async function findContents(
  database: Database,
  schoolId: string,
  newsletterId: string,
  numbers: readonly number[],
): Promise<ReadonlyMap<number, unknown>> {
  if (numbers.length === 0) return new Map();
  const rows = await database.forSchool(schoolId, () =>
    database
      .orm()
      .select({ number: stateBlocks.number, content: stateBlocks.content })
      .from(stateBlocks)
      .where(and(ofBlocks(schoolId, newsletterId), inArray(stateBlocks.number, [...numbers]))),
  );
  return new Map(rows.map(({ number, content }) => [number, content]));
}

/** A state with its blocks in order; null if there is none. */
export async function findState(database: Database, schoolId: string, newsletterId: string, id: string) {
  return await database.forSchool(schoolId, async () => {
    const orm = database.orm();
    const [state] = await orm
      .select({
        ...LISTED,
        codeVersion: newsletterStates.codeVersion,
      })
      .from(newsletterStates)
      .where(and(of(schoolId, newsletterId), eq(newsletterStates.id, id)));
    if (state === undefined) return null;
    const rows = await orm
      .select({ number: stateBlocks.number, content: stateBlocks.content })
      .from(stateBlocks)
      .where(and(eq(stateBlocks.newsletterId, newsletterId), inArray(stateBlocks.number, state.blocks)));
    const contents = new Map(rows.map(({ number, content }) => [number, content]));
    return { ...state, code: state.blocks.map((number) => contents.get(number)) };
  });
}

/** The newest state; null if there is none. */
export async function findNewestState(
  database: Database,
  schoolId: string,
  newsletterId: string,
): Promise<StateRow | null> {
  const [row] = await database
    .orm()
    .select()
    .from(newsletterStates)
    .where(of(schoolId, newsletterId))
    .orderBy(desc(newsletterStates.position))
    .limit(1);
  return row ?? null;
}

/** The numbers of a draft's blocks, in order. Contents that are new to the newsletter are stored. */
export async function numberBlocks(
  database: Database,
  { id, schoolId, code, codeVersion }: Pick<Newsletter, 'id' | 'schoolId' | 'code' | 'codeVersion'>,
): Promise<number[]> {
  if (code.length === 0) return [];
  const orm = database.orm();
  const hashes = code.map((content) => hashOf(content, codeVersion));
  const known = await orm
    .select({ number: stateBlocks.number, hash: stateBlocks.hash })
    .from(stateBlocks)
    .where(and(eq(stateBlocks.newsletterId, id), inArray(stateBlocks.hash, hashes)));
  const numbers = new Map(known.map(({ hash, number }) => [hash, number]));
  const [last] = await orm
    .select({ number: sql<number>`coalesce(max(${stateBlocks.number}), 0)`.mapWith(Number) })
    .from(stateBlocks)
    .where(eq(stateBlocks.newsletterId, id));
  let next = last?.number ?? 0;
  const added: (typeof stateBlocks.$inferInsert)[] = [];
  for (const [index, hash] of hashes.entries()) {
    if (numbers.has(hash)) continue;
    next += 1;
    numbers.set(hash, next);
    added.push({ schoolId, newsletterId: id, number: next, hash, content: code[index] });
  }
  if (added.length > 0) await orm.insert(stateBlocks).values(added);
  return hashes.map((hash) => numbers.get(hash) ?? 0);
}

export async function insertState(database: Database, state: NewState): Promise<void> {
  await database.orm().insert(newsletterStates).values(state);
}

/** Overwrites a state, and deletes the contents that only it had. */
export async function replaceState(database: Database, from: StateRow, state: NewState): Promise<void> {
  const { beganAt: _, ...changed } = state;
  await database.orm().update(newsletterStates).set(changed).where(eq(newsletterStates.id, from.id));
  const dropped = from.blocks.filter((number) => !state.blocks.includes(number));
  if (dropped.length > 0)
    await deleteUnused(database, from.newsletterId, inArray(stateBlocks.number, dropped));
}

/** Deletes contents that no state has any more. */
export async function deleteUnused(database: Database, newsletterId: string, among?: SQL): Promise<void> {
  const isUsed = sql`exists (select from ${newsletterStates} where ${newsletterStates.newsletterId} = ${newsletterId} and ${stateBlocks.number} = any(${newsletterStates.blocks}))`;
  await database
    .orm()
    .delete(stateBlocks)
    .where(and(eq(stateBlocks.newsletterId, newsletterId), among, sql`not ${isUsed}`));
}

// Of rows as they were read: the database orders their properties.
function hashOf(content: unknown, codeVersion: number): string {
  return createHash('sha256')
    .update(JSON.stringify([codeVersion, content]))
    .digest('base64url')
    .slice(0, 22);
}

function of(schoolId: string, newsletterId: string): SQL | undefined {
  return and(eq(newsletterStates.schoolId, schoolId), eq(newsletterStates.newsletterId, newsletterId));
}

function ofBlocks(schoolId: string, newsletterId: string): SQL | undefined {
  return and(eq(stateBlocks.schoolId, schoolId), eq(stateBlocks.newsletterId, newsletterId));
}
