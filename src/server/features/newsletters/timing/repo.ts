import { and, asc, eq, inArray, lte, type SQL } from 'drizzle-orm';
import type { TimingKind } from '#contract/timing/timing-state.ts';
import { TIMING_STATE } from '#server/data/timing/timings.ts';
import type { Database } from '#server/platform/db/client.ts';
import { returnedRow } from '#server/platform/db/returned-row.ts';
import { timings } from '#server/platform/db/schema/timings.ts';

/** The queries of timings. Changes run in the caller's transaction. */

export type TimingRow = typeof timings.$inferSelect;
export type NewTiming = typeof timings.$inferInsert;

const OPEN = ['planned', 'held'] as const;
const DUE_AT_ONCE = 1000;

export async function findTiming(
  database: Database,
  schoolId: string,
  id: string,
): Promise<TimingRow | null> {
  const [row] = await database.forSchool(schoolId, () =>
    database.orm().select().from(timings).where(own(schoolId, id)),
  );
  return row ?? null;
}

/** The open timings of a newsletter, the next first. */
export async function listTimings(
  database: Database,
  schoolId: string,
  newsletterId: string,
): Promise<readonly TimingRow[]> {
  return await database.forSchool(schoolId, () =>
    database
      .orm()
      .select()
      .from(timings)
      .where(and(openOf(schoolId, newsletterId), inArray(timings.status, OPEN)))
      .orderBy(asc(timings.at), asc(timings.id)),
  );
}

export async function insertTiming(database: Database, row: NewTiming): Promise<TimingRow> {
  return returnedRow(await database.orm().insert(timings).values(row).returning());
}

/** Changes a timing that has one of these statuses; null if it now has another. */
export async function changeTiming(
  database: Database,
  { schoolId, id }: Pick<TimingRow, 'schoolId' | 'id'>,
  from: readonly TimingRow['status'][],
  changes: Partial<TimingRow>,
): Promise<TimingRow | null> {
  const [row] = await database.forSchool(schoolId, () =>
    database
      .orm()
      .update(timings)
      .set(changes)
      .where(and(own(schoolId, id), inArray(timings.status, [...from])))
      .returning(),
  );
  return row ?? null;
}

/** Cancels a newsletter's open timings of these kinds, and returns them. */
export async function cancelOpen(
  database: Database,
  schoolId: string,
  newsletterId: string,
  kinds: readonly TimingKind[],
  endedAt: Date,
): Promise<readonly TimingRow[]> {
  return await database
    .orm()
    .update(timings)
    .set({ status: 'canceled', endedAt })
    .where(
      and(openOf(schoolId, newsletterId), inArray(timings.kind, [...kinds]), inArray(timings.status, OPEN)),
    )
    .returning();
}

/** The due timings of all schools, the most overdue first. */
export async function findDueTimings(database: Database, now: Date) {
  return await database
    .orm()
    .select({ schoolId: timings.schoolId, id: timings.id })
    .from(timings)
    .where(and(eq(timings.status, 'planned'), lte(timings.at, now)))
    .orderBy(asc(timings.at), asc(timings.id))
    .limit(DUE_AT_ONCE);
}

function own(schoolId: string, id: string): SQL | undefined {
  return and(eq(timings.schoolId, schoolId), eq(timings.id, id));
}

function openOf(schoolId: string, newsletterId: string): SQL | undefined {
  return and(eq(timings.schoolId, schoolId), eq(timings.newsletterId, newsletterId));
}

/** The next open timing of a newsletter. */
export type NextTiming = Pick<typeof timings.$inferSelect, 'kind' | 'status' | 'at'> & {
  readonly sends: boolean;
};

/** The next open timing of each of these newsletters, by newsletter. */
export async function findNextTimings(
  database: Database,
  schoolId: string,
  newsletterIds: readonly string[],
): Promise<ReadonlyMap<string, NextTiming>> {
  if (newsletterIds.length === 0) return new Map();
  const { newsletterId } = timings;
  const rows = await database
    .orm()
    .selectDistinctOn([newsletterId], { newsletterId, ...TIMING_STATE })
    .from(timings)
    .where(
      and(
        eq(timings.schoolId, schoolId),
        inArray(newsletterId, [...newsletterIds]),
        inArray(timings.status, OPEN),
      ),
    )
    .orderBy(newsletterId, asc(timings.at), asc(timings.id));
  return new Map(rows.map(({ newsletterId: id, ...row }) => [id, row]));
}
