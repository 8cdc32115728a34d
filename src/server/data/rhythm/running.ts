import { and, eq, gte, inArray } from 'drizzle-orm';
import type { Database } from '#server/platform/db/client.ts';
import { schools } from '#server/platform/db/schema/core.ts';
import { rhythmIssues, rhythms, termDates } from '#server/platform/db/schema/rhythm.ts';
import type { RhythmRow, TermDatesRow } from './rhythm.ts';

/** A rhythm that is on, with the facts that show which of its issues is due. */
export interface RunningRhythm {
  readonly rhythm: RhythmRow;
  readonly timeZone: string;
  readonly terms: readonly TermDatesRow[];
  /** The days whose issues were made. */
  readonly made: readonly string[];
  /** The days whose issues were given up. */
  readonly givenUp: readonly string[];
}

/** The rhythms that are on, of all schools or of one. `since`: the first day of the issues. */
export async function listRunningRhythms(
  database: Database,
  since: string,
  schoolId?: string,
): Promise<readonly RunningRhythm[]> {
  const orm = database.orm();
  const isOfSchool = schoolId === undefined ? undefined : eq(rhythms.schoolId, schoolId);
  const running = await orm
    .select({ rhythm: rhythms, timeZone: schools.timeZone })
    .from(rhythms)
    .innerJoin(schools, eq(schools.id, rhythms.schoolId))
    .where(and(eq(rhythms.isOn, true), isOfSchool));
  if (running.length === 0) return [];
  const ids = running.map(({ rhythm }) => rhythm.schoolId);
  const terms = await orm.select().from(termDates).where(inArray(termDates.schoolId, ids));
  const rows = await orm
    .select()
    .from(rhythmIssues)
    .where(and(inArray(rhythmIssues.schoolId, ids), gte(rhythmIssues.day, since)));
  const termsOf = Map.groupBy(terms, (row) => row.schoolId);
  const issuesOf = Map.groupBy(rows, (row) => row.schoolId);
  return running.map(({ rhythm, timeZone }) => {
    const issues = issuesOf.get(rhythm.schoolId) ?? [];
    return {
      rhythm,
      timeZone,
      terms: termsOf.get(rhythm.schoolId) ?? [],
      made: issues.flatMap(({ day, madeAt }) => (madeAt === null ? [] : [day])),
      givenUp: issues.flatMap(({ day, trouble }) => (trouble === 'late' ? [day] : [])),
    };
  });
}
