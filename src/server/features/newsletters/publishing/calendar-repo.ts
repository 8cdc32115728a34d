import { and, eq, inArray, lt, sql } from 'drizzle-orm';
import type { Database } from '#server/platform/db/client.ts';
import { type CalendarEntry, calendarEvents, editions } from '#server/platform/db/schema/newsletters.ts';
import type { EventRecord } from './calendar-entries.ts';

/** The calendar of an edition. */
export type EditionCalendar = Pick<typeof editions.$inferSelect, 'newsletterId' | 'slug' | 'calendar'>;

const COLUMNS = { newsletterId: editions.newsletterId, slug: editions.slug, calendar: editions.calendar };

/**
 * Makes changes of a school's editions wait for each other until the transaction ends, as each may change the calendars of
 * the others. Take it before locking any row of theirs.
 */
export async function lockCalendar(database: Database, schoolId: string): Promise<void> {
  await database
    .orm()
    .execute(sql`select pg_advisory_xact_lock(hashtextextended(${`calendar ${schoolId}`}, 0))`);
}

/** Resolves to null if the newsletter is not published. */
export async function findCalendar(
  database: Database,
  schoolId: string,
  newsletterId: string,
): Promise<EditionCalendar | null> {
  const rows = await database
    .orm()
    .select(COLUMNS)
    .from(editions)
    .where(and(eq(editions.schoolId, schoolId), eq(editions.newsletterId, newsletterId)));
  return rows[0] ?? null;
}

/** The calendars of a school that have any of these events. */
export async function findCalendarsWith(
  database: Database,
  schoolId: string,
  uids: readonly string[],
): Promise<readonly EditionCalendar[]> {
  if (uids.length === 0) return [];
  const hasOne = sql`exists (select 1 from jsonb_array_elements(${editions.calendar}) as entry
    where entry->>'uid' in (select jsonb_array_elements_text(${JSON.stringify(uids)}::jsonb)))`;
  return await database
    .orm()
    .select(COLUMNS)
    .from(editions)
    .where(and(eq(editions.schoolId, schoolId), hasOne));
}

export async function replaceCalendar(
  database: Database,
  schoolId: string,
  newsletterId: string,
  calendar: readonly CalendarEntry[],
): Promise<void> {
  await database
    .orm()
    .update(editions)
    .set({ calendar })
    .where(and(eq(editions.schoolId, schoolId), eq(editions.newsletterId, newsletterId)));
}

/** The newest published forms of these events, by uid. */
export async function findRecords(
  database: Database,
  schoolId: string,
  uids: readonly string[],
): Promise<ReadonlyMap<string, EventRecord>> {
  if (uids.length === 0) return new Map();
  const rows = await database
    .orm()
    .select()
    .from(calendarEvents)
    .where(and(eq(calendarEvents.schoolId, schoolId), inArray(calendarEvents.uid, [...uids])));
  return new Map(rows.map((row) => [row.uid, row]));
}

/** Stores the forms that are newer than the stored ones. */
export async function recordEvents(
  database: Database,
  schoolId: string,
  records: readonly EventRecord[],
): Promise<void> {
  if (records.length === 0) return;
  const excluded = (column: string) => sql.raw(`excluded.${column}`);
  await database
    .orm()
    .insert(calendarEvents)
    .values(records.map((record) => ({ ...record, schoolId })))
    .onConflictDoUpdate({
      target: [calendarEvents.schoolId, calendarEvents.uid],
      set: {
        fingerprint: excluded('fingerprint'),
        sequence: excluded('sequence'),
        changedAt: excluded('changed_at'),
        withdrawn: excluded('withdrawn'),
      },
      setWhere: lt(calendarEvents.sequence, excluded('sequence')),
    });
}
