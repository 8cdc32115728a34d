import { and, count, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { RhythmTrouble } from '#contract/rhythm/next-issue.ts';
import type { RhythmRow, TermDatesRow } from '#server/data/rhythm/rhythm.ts';
import type { Newsletter } from '#server/features/newsletters/repo.ts';
import type { Database } from '#server/platform/db/client.ts';
import { returnedRow } from '#server/platform/db/returned-row.ts';
import { newsletters } from '#server/platform/db/schema/newsletters.ts';
import { rhythmIssues, rhythms, termDates } from '#server/platform/db/schema/rhythm.ts';

/** The queries of the rhythm. Changes run in the caller's transaction. */

export async function upsertRhythm(database: Database, row: Omit<RhythmRow, 'vacant'>): Promise<void> {
  await database.orm().insert(rhythms).values(row).onConflictDoUpdate({ target: rhythms.schoolId, set: row });
}

/** Records a change of a rhythm; issues that were due before it are ignored. */
export async function noteChange(database: Database, schoolId: string, changedAt: Date): Promise<void> {
  await database.orm().update(rhythms).set({ changedAt }).where(eq(rhythms.schoolId, schoolId));
}

/** Records that an issue's draft is made. False, and no change, if it was already made, such as by another process. */
export async function noteMade(
  database: Database,
  { id, schoolId }: Pick<Newsletter, 'id' | 'schoolId'>,
  day: string,
  madeAt: Date,
): Promise<boolean> {
  const made = { newsletterId: id, madeAt, trouble: null };
  const rows = await database
    .orm()
    .insert(rhythmIssues)
    .values({ schoolId, day, ...made })
    .onConflictDoUpdate({
      target: [rhythmIssues.schoolId, rhythmIssues.day],
      set: made,
      setWhere: isNull(rhythmIssues.madeAt),
    })
    .returning({ day: rhythmIssues.day });
  return rows.length > 0;
}

/** Records why an issue has no draft. False if that was recorded before, or it has one. */
export async function noteTrouble(
  database: Database,
  schoolId: string,
  day: string,
  trouble: RhythmTrouble,
): Promise<boolean> {
  const rows = await database
    .orm()
    .insert(rhythmIssues)
    .values({ schoolId, day, trouble })
    .onConflictDoUpdate({
      target: [rhythmIssues.schoolId, rhythmIssues.day],
      set: { trouble },
      setWhere: sql`${rhythmIssues.madeAt} is null and ${rhythmIssues.trouble} is distinct from ${trouble}`,
    })
    .returning({ day: rhythmIssues.day });
  return rows.length > 0;
}

/** The last next issue of this day that was already begun by hand; null without one. */
export async function findBegunIssue(
  database: Database,
  schoolId: string,
  day: string,
): Promise<Newsletter | null> {
  const isBegun = and(
    eq(newsletters.schoolId, schoolId),
    eq(newsletters.issueDate, day),
    isNotNull(newsletters.carriedOver),
  );
  const [row] = await database.forSchool(schoolId, () =>
    database
      .orm()
      .select()
      .from(newsletters)
      .where(isBegun)
      .orderBy(desc(newsletters.createdAt), desc(newsletters.id))
      .limit(1),
  );
  return row ?? null;
}

export async function countTermDates(database: Database, schoolId: string): Promise<number> {
  const [row] = await database
    .orm()
    .select({ total: count() })
    .from(termDates)
    .where(eq(termDates.schoolId, schoolId));
  return row?.total ?? 0;
}

export async function insertTermDates(
  database: Database,
  row: Omit<TermDatesRow, 'id'>,
): Promise<TermDatesRow> {
  return returnedRow(await database.orm().insert(termDates).values(row).returning());
}

/** Resolves to null if there are none. */
export async function deleteTermDates(
  database: Database,
  schoolId: string,
  id: string,
): Promise<TermDatesRow | null> {
  const [row] = await database
    .orm()
    .delete(termDates)
    .where(and(eq(termDates.schoolId, schoolId), eq(termDates.id, id)))
    .returning();
  return row ?? null;
}

/** Deletes the vacant parts of an issue, as they have been reported with the next one. */
export async function forgetVacantParts(
  database: Database,
  schoolId: string,
  newsletterId: string,
): Promise<void> {
  const remaining = sql`(select coalesce(jsonb_agg(part), '[]') from jsonb_array_elements(${rhythms.vacant}) part
    where part->>'newsletterId' <> ${newsletterId})`;
  await database.orm().update(rhythms).set({ vacant: remaining }).where(eq(rhythms.schoolId, schoolId));
}
