import { and, desc, eq, inArray, ne, type SQL, sql } from 'drizzle-orm';
import type { Newsletter } from '#server/features/newsletters/repo.ts';
import { asInJsonb, contentHash, inOrder } from '#server/platform/content-hash.ts';
import type { Database } from '#server/platform/db/client.ts';
import { newsletterStates, stateBlocks } from '#server/platform/db/schema/history.ts';
import { newsletters } from '#server/platform/db/schema/newsletters.ts';

/** The queries of draft states. */

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

/** The contents of a draft's blocks, as a state refers to them. */
interface NumberedBlocks {
  /** The numbers of the blocks, in order. */
  readonly numbers: number[];
  /** The contents that are new to the newsletter; written with the state. */
  readonly added: readonly (typeof stateBlocks.$inferInsert)[];
}

type Numbered = Pick<Newsletter, 'id' | 'schoolId' | 'code' | 'codeVersion'>;

/** Numbers a draft's blocks. */
export async function numberBlocks(database: Database, draft: Numbered): Promise<NumberedBlocks> {
  const hashes = hashesOf(draft);
  const [stored] = await database
    .orm()
    .select(storedNumbers(database, draft.id, hashes))
    .from(newsletters)
    .where(eq(newsletters.id, draft.id));
  return numbered(draft, hashes, stored ?? NOTHING_STORED);
}

/** The newest state, and a draft's blocks numbered, in one query: each save needs both. Null without a state. */
export async function findNewestAndNumber(
  database: Database,
  draft: Numbered,
): Promise<{ readonly last: StateRow; readonly blocks: NumberedBlocks } | null> {
  const hashes = hashesOf(draft);
  const [row] = await database
    .orm()
    .select({ last: newsletterStates, stored: storedNumbers(database, draft.id, hashes) })
    .from(newsletterStates)
    .where(of(draft.schoolId, draft.id))
    .orderBy(desc(newsletterStates.position))
    .limit(1);
  return row === undefined ? null : { last: row.last, blocks: numbered(draft, hashes, row.stored) };
}

/** The numbers of contents by their hashes, and the highest number in the newsletter. */
interface StoredNumbers {
  readonly numbers: Readonly<Record<string, number>>;
  readonly highest: number;
}
const NOTHING_STORED: StoredNumbers = { numbers: {}, highest: 0 };

// As columns of one row with a single value: a row for each block takes the driver longer than the query.
function storedNumbers(database: Database, newsletterId: string, hashes: readonly string[]) {
  const { number, hash } = stateBlocks;
  const ofNewsletter = eq(stateBlocks.newsletterId, newsletterId);
  const orm = database.orm();
  const numbers = orm
    .select({ all: sql`coalesce(jsonb_object_agg(${hash}, ${number}), '{}')` })
    .from(stateBlocks)
    .where(and(ofNewsletter, sql`${hash} = any(${sql.param(hashes)}::text[])`));
  const highest = orm
    .select({ number: sql`coalesce(max(${number}), 0)` })
    .from(stateBlocks)
    .where(ofNewsletter);
  return {
    numbers: sql<StoredNumbers['numbers']>`(${numbers})`,
    highest: sql<number>`(${highest})`,
  };
}

function numbered(
  { id, schoolId, code }: Numbered,
  hashes: readonly string[],
  { numbers: stored, highest }: StoredNumbers,
): NumberedBlocks {
  const numbers = new Map(Object.entries(stored));
  const added: (typeof stateBlocks.$inferInsert)[] = [];
  let next = highest;
  for (const [index, hash] of hashes.entries()) {
    if (numbers.has(hash)) continue;
    next += 1;
    numbers.set(hash, next);
    added.push({ schoolId, newsletterId: id, number: next, hash, content: code[index] });
  }
  return { numbers: hashes.map((hash) => numbers.get(hash) ?? 0), added };
}

function hashesOf({ code, codeVersion }: Numbered): readonly string[] {
  return code.map((content) => hashOf(content, codeVersion));
}

/** Writes a state and its contents, in one statement. */
export async function insertState(
  database: Database,
  state: NewState,
  added: NumberedBlocks['added'],
): Promise<void> {
  const orm = database.orm();
  await orm
    .with(...addedBlocks(database, added))
    .insert(newsletterStates)
    .values(state);
}

/** Overwrites a state and deletes the contents that only it had, in one statement. */
export async function replaceState(
  database: Database,
  from: StateRow,
  state: NewState,
  added: NumberedBlocks['added'],
): Promise<void> {
  const orm = database.orm();
  const { beganAt: _, ...changed } = state;
  const removed = from.blocks.filter((number) => !state.blocks.includes(number));
  // The statement sees the old state, so only the other states count.
  const unused = unusedBlocks(
    from.newsletterId,
    inArray(stateBlocks.number, removed),
    ne(newsletterStates.id, from.id),
  );
  const dropped = orm
    .$with('dropped')
    .as(orm.delete(stateBlocks).where(unused).returning({ number: stateBlocks.number }));
  await orm
    .with(...addedBlocks(database, added), ...(removed.length > 0 ? [dropped] : []))
    .update(newsletterStates)
    .set(changed)
    .where(eq(newsletterStates.id, from.id));
}

function addedBlocks(database: Database, added: NumberedBlocks['added']) {
  if (added.length === 0) return [];
  const orm = database.orm();
  const insert = orm
    .insert(stateBlocks)
    .values([...added])
    .returning({ number: stateBlocks.number });
  return [orm.$with('added').as(insert)];
}

/** Deletes contents that no state uses any more. */
export async function deleteUnused(database: Database, newsletterId: string): Promise<void> {
  await database.orm().delete(stateBlocks).where(unusedBlocks(newsletterId));
}

/** `among`: the blocks to look at; `by`: the states that count. Without them all of the newsletter. */
function unusedBlocks(newsletterId: string, among?: SQL, by?: SQL): SQL | undefined {
  const using = and(eq(newsletterStates.newsletterId, newsletterId), by);
  const isUsed = sql`exists (select from ${newsletterStates} where ${using} and ${stateBlocks.number} = any(${newsletterStates.blocks}))`;
  return and(eq(stateBlocks.newsletterId, newsletterId), among, sql`not ${isUsed}`);
}

// The same for a block that was read from the database and for one that is about to be written.
function hashOf(content: unknown, codeVersion: number): string {
  return contentHash([codeVersion, inOrder(content, asInJsonb)]);
}

function of(schoolId: string, newsletterId: string): SQL | undefined {
  return and(eq(newsletterStates.schoolId, schoolId), eq(newsletterStates.newsletterId, newsletterId));
}

function ofBlocks(schoolId: string, newsletterId: string): SQL | undefined {
  return and(eq(stateBlocks.schoolId, schoolId), eq(stateBlocks.newsletterId, newsletterId));
}
