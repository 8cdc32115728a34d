import { and, asc, desc, eq, inArray, lt, ne, notInArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import { IMPORT_UNDER_WAY } from '#contract/subscribers.ts';
import type { Database } from '#server/platform/db/client.ts';
import { returnedRow } from '#server/platform/db/returned-row.ts';
import {
  subscriberImportChanges,
  subscriberImportParts,
  subscriberImports,
} from '#server/platform/db/schema/subscribers.ts';
import { type KeptLine, keptLine } from './import-lines.ts';

/** Queries on imports and their parts. */

export type ImportRow = typeof subscriberImports.$inferSelect;
/** A part of an import with its lines. */
export interface ImportPart {
  readonly number: number;
  readonly lines: readonly KeptLine[];
}

const keptLines = z.array(keptLine);

/** Parses a part's JSON as written by `readImportFile`. */
export function parseLines(json: string): readonly KeptLine[] {
  return keptLines.parse(JSON.parse(json));
}

/** Stores an import. Throws `UniqueViolation` if the school has one under way. */
export async function insertImport(
  database: Database,
  row: typeof subscriberImports.$inferInsert,
): Promise<ImportRow> {
  return returnedRow(
    await database.forSchool(row.schoolId, () =>
      database.orm().insert(subscriberImports).values(row).returning(),
    ),
  );
}

/** Stores the parts of an import, each as JSON of its lines. */
export async function insertParts(
  database: Database,
  { schoolId, id: importId }: Pick<ImportRow, 'schoolId' | 'id'>,
  parts: readonly string[],
): Promise<void> {
  await database
    .orm()
    .insert(subscriberImportParts)
    .values(parts.map((lines, number) => ({ importId, schoolId, number, lines: sql`${lines}::jsonb` })));
}

export async function findImport(
  database: Database,
  schoolId: string,
  id: string,
): Promise<ImportRow | null> {
  const [row] = await database.forSchool(schoolId, () =>
    database.orm().select().from(subscriberImports).where(own(schoolId, id)),
  );
  return row ?? null;
}

export async function findLastImport(database: Database, schoolId: string): Promise<ImportRow | null> {
  const [row] = await database.forSchool(schoolId, () =>
    database
      .orm()
      .select()
      .from(subscriberImports)
      .where(eq(subscriberImports.schoolId, schoolId))
      .orderBy(desc(subscriberImports.createdAt), desc(subscriberImports.id))
      .limit(1),
  );
  return row ?? null;
}

/** Finds and locks an import until the transaction ends. */
export async function lockImport(
  database: Database,
  schoolId: string,
  id: string,
): Promise<ImportRow | null> {
  const rows = await database.orm().select().from(subscriberImports).where(own(schoolId, id)).for('update');
  return rows[0] ?? null;
}

export async function changeImport(
  database: Database,
  { schoolId, id }: Pick<ImportRow, 'schoolId' | 'id'>,
  changes: Partial<ImportRow>,
): Promise<ImportRow> {
  const [row] = await database
    .orm()
    .update(subscriberImports)
    .set(changes)
    .where(own(schoolId, id))
    .returning();
  if (row === undefined) throw new Error('The locked import is missing');
  return row;
}

/** The next part with this state; null without one. */
export async function nextPart(
  database: Database,
  { schoolId, id }: Pick<ImportRow, 'schoolId' | 'id'>,
  isDone: boolean,
): Promise<ImportPart | null> {
  const [row] = await database
    .orm()
    .select()
    .from(subscriberImportParts)
    .where(and(partsOf(schoolId, id), eq(subscriberImportParts.isDone, isDone)))
    .orderBy(asc(subscriberImportParts.number))
    .limit(1);
  return row === undefined ? null : { number: row.number, lines: keptLines.parse(row.lines) };
}

export async function savePart(
  database: Database,
  { schoolId, id }: Pick<ImportRow, 'schoolId' | 'id'>,
  { number, lines }: ImportPart,
  isDone: boolean,
): Promise<void> {
  await database
    .orm()
    .update(subscriberImportParts)
    .set({ lines, isDone })
    .where(and(partsOf(schoolId, id), eq(subscriberImportParts.number, number)));
}

/** All lines of an import; none once they are deleted. */
export async function listImportLines(
  database: Database,
  { schoolId, id }: Pick<ImportRow, 'schoolId' | 'id'>,
): Promise<readonly KeptLine[]> {
  const rows = await database.forSchool(schoolId, () =>
    database
      .orm()
      .select({ lines: subscriberImportParts.lines })
      .from(subscriberImportParts)
      .where(partsOf(schoolId, id))
      .orderBy(asc(subscriberImportParts.number)),
  );
  return rows.flatMap(({ lines }) => keptLines.parse(lines));
}

/** Deletes the lines of an import. */
export async function removeParts(
  database: Database,
  { schoolId, id }: Pick<ImportRow, 'schoolId' | 'id'>,
): Promise<void> {
  await database.orm().delete(subscriberImportParts).where(partsOf(schoolId, id));
}

/** The imports under way in all schools. */
export async function findUnfinishedImports(
  database: Database,
): Promise<readonly Pick<ImportRow, 'schoolId' | 'id' | 'status' | 'createdAt' | 'readingAt'>[]> {
  const { id, schoolId, status, createdAt, readingAt } = subscriberImports;
  return await database
    .orm()
    .select({ id, schoolId, status, createdAt, readingAt })
    .from(subscriberImports)
    .where(inArray(status, IMPORT_UNDER_WAY));
}

/** Records that the file of an import is being read now. */
export async function recordReading(
  database: Database,
  { schoolId, id }: Pick<ImportRow, 'schoolId' | 'id'>,
  readingAt: Date,
): Promise<void> {
  await database.forSchool(schoolId, () =>
    database.orm().update(subscriberImports).set({ readingAt }).where(own(schoolId, id)),
  );
}

/** Marks an import as failed, with the reason, if its file is still being read. */
export async function failUnread(
  database: Database,
  { schoolId, id }: Pick<ImportRow, 'schoolId' | 'id'>,
  reason: Pick<ImportRow, 'finishedAt' | 'refusal'>,
): Promise<void> {
  await database.forSchool(schoolId, () =>
    database
      .orm()
      .update(subscriberImports)
      .set({ status: 'failed', ...reason })
      .where(and(own(schoolId, id), eq(subscriberImports.status, 'reading'))),
  );
}

/** Deletes the lines of all schools' imports that ended before `before`; the parts stay, as undoing an import needs them. */
export async function deleteOldLines(database: Database, before: Date): Promise<void> {
  const { importId, lines } = subscriberImportParts;
  const old = and(inArray(importId, endedBefore(database, before)), ne(lines, []));
  await database.orm().update(subscriberImportParts).set({ lines: [] }).where(old);
}

/** Deletes the recorded changes of imports that ended before `before`, which then cannot be undone any more. */
export async function endUndoing(database: Database, before: Date): Promise<void> {
  const orm = database.orm();
  const ended = endedBefore(database, before);
  await orm.delete(subscriberImportParts).where(inArray(subscriberImportParts.importId, ended));
  await orm.delete(subscriberImportChanges).where(inArray(subscriberImportChanges.importId, ended));
}

function endedBefore(database: Database, before: Date) {
  return database
    .orm()
    .select({ id: subscriberImports.id })
    .from(subscriberImports)
    .where(
      and(
        lt(subscriberImports.finishedAt, before),
        notInArray(subscriberImports.status, [...IMPORT_UNDER_WAY]),
      ),
    );
}

function own(schoolId: string, id: string) {
  return and(eq(subscriberImports.schoolId, schoolId), eq(subscriberImports.id, id));
}

function partsOf(schoolId: string, id: string) {
  return and(eq(subscriberImportParts.schoolId, schoolId), eq(subscriberImportParts.importId, id));
}
