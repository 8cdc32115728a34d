import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '#server/platform/db/client.ts';
import { newsletters } from '#server/platform/db/schema/newsletters.ts';
import { timings } from '#server/platform/db/schema/timings.ts';

/** The queries of timings that other features need: the dashboard and the archive. */

const isOpen = inArray(timings.status, ['planned', 'held']);
/** The columns of a timing that lists show. */
export const TIMING_STATE = {
  kind: timings.kind,
  status: timings.status,
  at: timings.at,
  sends: sql`${timings.mail} is not null`.mapWith(Boolean),
} as const;

/** A school's open timings: held ones first, then the next. */
export async function listOpenTimings(database: Database, schoolId: string, limit: number) {
  return await database
    .orm()
    .select({
      id: newsletters.id,
      title: newsletters.title,
      newsletterStatus: newsletters.status,
      ...TIMING_STATE,
    })
    .from(timings)
    .innerJoin(newsletters, eq(newsletters.id, timings.newsletterId))
    .where(and(eq(timings.schoolId, schoolId), isOpen))
    .orderBy(sql`${timings.status} = 'planned'`, asc(timings.at), asc(timings.id))
    .limit(limit);
}

/** All of a school's timings, in the order in which they were planned, each with its newsletter's title. */
export async function listArchivedTimings(database: Database, schoolId: string) {
  return await database.forSchool(schoolId, () =>
    database
      .orm()
      .select({
        title: newsletters.title,
        ...TIMING_STATE,
        version: timings.version,
        trouble: timings.trouble,
        plannedBy: timings.plannedBy,
        plannedAt: timings.plannedAt,
        endedAt: timings.endedAt,
      })
      .from(timings)
      .innerJoin(newsletters, eq(newsletters.id, timings.newsletterId))
      .where(eq(timings.schoolId, schoolId))
      .orderBy(asc(timings.plannedAt), asc(timings.id)),
  );
}
