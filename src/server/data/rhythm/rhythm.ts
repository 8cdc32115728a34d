import { and, asc, desc, eq, gte, isNotNull, or, sql } from 'drizzle-orm';
import { type IssueRhythm, isSameIssue, type TermRange } from '#contract/rhythm/issue-days.ts';
import { addDays } from '#newsletter/values/day-arithmetic.ts';
import type { Database } from '#server/platform/db/client.ts';
import { newsletters } from '#server/platform/db/schema/newsletters.ts';
import { rhythmIssues, rhythms, termDates } from '#server/platform/db/schema/rhythm.ts';

/** The queries of the rhythm that serve several features: its own, the dashboard and the archive. */

const WEEK_DAYS = 7;

export type RhythmRow = typeof rhythms.$inferSelect;
export type TermDatesRow = typeof termDates.$inferSelect;
/** An issue's outcome, with its newsletter as it is now. */
export type RhythmIssueRow = typeof rhythmIssues.$inferSelect & {
  readonly newsletter: Pick<typeof newsletters.$inferSelect, 'id' | 'title' | 'status'> | null;
};

export async function findRhythm(database: Database, schoolId: string): Promise<RhythmRow | null> {
  const [row] = await database.forSchool(schoolId, () =>
    database.orm().select().from(rhythms).where(eq(rhythms.schoolId, schoolId)),
  );
  return row ?? null;
}

/** The terms and holidays of a school, the earliest first. */
export async function listTermDates(database: Database, schoolId: string): Promise<readonly TermDatesRow[]> {
  return await database.forSchool(schoolId, () =>
    database
      .orm()
      .select()
      .from(termDates)
      .where(eq(termDates.schoolId, schoolId))
      .orderBy(asc(termDates.firstOn), asc(termDates.lastOn), asc(termDates.id)),
  );
}

/** A school's issues, the newest first. */
export async function listIssueRows(
  database: Database,
  schoolId: string,
  limit?: number,
): Promise<readonly RhythmIssueRow[]> {
  return await findIssues(database, schoolId, { limit });
}

/** The issue of a day; it was made for another day if the weekday has changed since. Null if there is none yet. */
export async function findIssueRow(
  database: Database,
  schoolId: string,
  day: string,
): Promise<RhythmIssueRow | null> {
  const rows = await findIssues(database, schoolId, { from: addDays(day, -WEEK_DAYS) });
  const ofWeek = rows.filter((row) => isSameIssue(row.day, day));
  const ofDay = ofWeek.find((row) => row.day === day);
  return [ofDay, ...ofWeek].find((row) => row?.madeAt) ?? ofDay ?? null;
}

async function findIssues(
  database: Database,
  schoolId: string,
  { from, limit }: { readonly from?: string; readonly limit?: number | undefined },
): Promise<readonly RhythmIssueRow[]> {
  const { id, title, status } = newsletters;
  const rows = await database.forSchool(schoolId, () => {
    const isFrom = from === undefined ? undefined : gte(rhythmIssues.day, from);
    const found = database
      .orm()
      .select({ issue: rhythmIssues, newsletter: { id, title, status } })
      .from(rhythmIssues)
      .leftJoin(newsletters, eq(newsletters.id, rhythmIssues.newsletterId))
      .where(and(eq(rhythmIssues.schoolId, schoolId), isFrom))
      .orderBy(desc(rhythmIssues.day));
    return limit === undefined ? found : found.limit(limit);
  });
  return rows.map(({ issue, newsletter }) => ({ ...issue, newsletter }));
}

/** The newsletter that a next issue is made from. */
export type LastIssue = Pick<typeof newsletters.$inferSelect, 'id' | 'title' | 'issueDate' | 'publishedAt'>;

/** The newsletter that a rhythm continues from: its newest published issue, otherwise the chosen one; null if none is left. */
export async function findLastIssue(
  database: Database,
  { schoolId, newsletterId, chosenAt }: RhythmRow,
): Promise<LastIssue | null> {
  const isMade = and(
    eq(rhythmIssues.newsletterId, newsletters.id),
    eq(rhythmIssues.schoolId, schoolId),
    gte(rhythmIssues.madeAt, chosenAt),
  );
  const isChosen = newsletterId === null ? undefined : eq(newsletters.id, newsletterId);
  const { id, title, issueDate, publishedAt } = newsletters;
  const [row] = await database.forSchool(schoolId, () =>
    database
      .orm()
      .select({ id, title, issueDate, publishedAt })
      .from(newsletters)
      .leftJoin(rhythmIssues, isMade)
      .where(
        and(
          eq(newsletters.schoolId, schoolId),
          isNotNull(newsletters.publishedAt),
          or(isChosen, isNotNull(rhythmIssues.day)),
        ),
      )
      .orderBy(sql`${rhythmIssues.day} desc nulls last`, desc(id))
      .limit(1),
  );
  return row ?? null;
}

/** The settings of a rhythm that determine when its issues are. */
export function issueRhythm(row: RhythmRow): IssueRhythm {
  const { every, firstOn, time, draftDaysBefore, inTermOnly } = row;
  return {
    every,
    first_on: firstOn,
    time,
    draft_days_before: draftDaysBefore,
    in_term_only: inTermOnly,
  };
}

/** A term or holiday in the form for `issueDaysAfter`. */
export function termRange({ kind, firstOn, lastOn }: TermDatesRow): TermRange {
  return { kind, first_on: firstOn, last_on: lastOn };
}
