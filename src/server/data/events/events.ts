import { and, asc, eq, gte, inArray, or, type SQL, sql } from 'drizzle-orm';
import { sameWords } from '#newsletter/events/same-words.ts';
import { currentGroups, currentIds } from '#server/data/groups/current-groups.ts';
import type { Database } from '#server/platform/db/client.ts';
import { schoolEvents } from '#server/platform/db/schema/events.ts';
import type { CalendarEntry } from '#server/platform/db/schema/newsletters.ts';
import { editions } from '#server/platform/db/schema/newsletters.ts';

/** The queries of a school's dates that several features share: newsletters, the calendar, the families' diary, the archive. */

export type SchoolEventRow = typeof schoolEvents.$inferSelect;

/** A published newsletter that shows a date, with the date as shown there. */
export interface AnnouncingNewsletter {
  readonly id: string;
  readonly title: string;
  readonly entry: CalendarEntry;
}

/**
 * A school's dates, the earliest first, withdrawn ones included; with a first day, only those that end on it or later.
 * Groups that were merged are replaced by the ones they were merged into.
 */
export async function listEvents(
  database: Database,
  schoolId: string,
  from?: string,
): Promise<readonly SchoolEventRow[]> {
  const { date, lastDay } = schoolEvents;
  const rows = await database.forSchool(schoolId, () =>
    database
      .orm()
      .select()
      .from(schoolEvents)
      .where(
        and(
          eq(schoolEvents.schoolId, schoolId),
          from === undefined ? undefined : or(gte(date, from), gte(lastDay, from)),
        ),
      )
      .orderBy(
        asc(date),
        sql`coalesce(${schoolEvents.time}, '')`,
        asc(schoolEvents.title),
        asc(schoolEvents.id),
      ),
  );
  if (rows.every(({ groups }) => groups.length === 0)) return rows;
  const current = await currentGroups(database, schoolId);
  return rows.map((row) => ({ ...row, groups: currentIds(current, row.groups) }));
}

export async function findEvent(
  database: Database,
  schoolId: string,
  id: string,
): Promise<SchoolEventRow | null> {
  const [row] = await database.forSchool(schoolId, () =>
    database
      .orm()
      .select()
      .from(schoolEvents)
      .where(and(eq(schoolEvents.schoolId, schoolId), eq(schoolEvents.id, id))),
  );
  return row ?? null;
}

/** The dates that have one of these uids, as their own or as one that newsletters use for them, keyed by each uid. */
export async function findEventsByUid(
  database: Database,
  schoolId: string,
  uids: readonly string[],
): Promise<ReadonlyMap<string, SchoolEventRow>> {
  if (uids.length === 0) return new Map();
  const hasAlias = sql`${schoolEvents.aliases} ?| array(select jsonb_array_elements_text(${JSON.stringify(uids)}::jsonb))`;
  const rows = await database
    .orm()
    .select()
    .from(schoolEvents)
    .where(and(eq(schoolEvents.schoolId, schoolId), or(inArray(schoolEvents.uid, [...uids]), hasAlias)));
  return new Map([
    ...rows.flatMap((row) => row.aliases.map((alias): [string, SchoolEventRow] => [alias, row])),
    ...rows.map((row): [string, SchoolEventRow] => [row.uid, row]),
  ]);
}

/** The dates with one of these ids. A row of an event block may contain the id of its date, without hyphens. */
export async function findEventsById(
  database: Database,
  schoolId: string,
  ids: readonly string[],
): Promise<readonly SchoolEventRow[]> {
  if (ids.length === 0) return [];
  return await database
    .orm()
    .select()
    .from(schoolEvents)
    .where(and(eq(schoolEvents.schoolId, schoolId), inArray(schoolEvents.id, [...ids])));
}

/** The dates that are on one of these days, or were before they moved, and that newsletters still show. */
export async function findEventsOn(
  database: Database,
  schoolId: string,
  days: readonly string[],
): Promise<readonly SchoolEventRow[]> {
  if (days.length === 0) return [];
  return await database
    .orm()
    .select()
    .from(schoolEvents)
    .where(
      and(
        eq(schoolEvents.schoolId, schoolId),
        or(inArray(schoolEvents.date, [...new Set(days)]), wereOn(days)),
        // A cancelled date stays cancelled, even if no newsletter shows it any more.
        or(eq(schoolEvents.withdrawn, false), schoolEvents.isCancelled),
      ),
    )
    .orderBy(asc(schoolEvents.createdAt), asc(schoolEvents.id));
}

function wereOn(days: readonly string[]): SQL {
  return sql`exists (select 1 from jsonb_array_elements(${schoolEvents.forms}) as form
    where form->>'date' in (select jsonb_array_elements_text(${JSON.stringify(days)}::jsonb)))`;
}

/** Whether two dates describe the same event. */
export function isSameEvent(
  one: { readonly date: string; readonly title: string },
  other: { readonly date: string; readonly title: string },
): boolean {
  return one.date === other.date && sameWords(one.title, other.title);
}

export async function insertEvents(
  database: Database,
  rows: readonly (typeof schoolEvents.$inferInsert)[],
): Promise<readonly SchoolEventRow[]> {
  if (rows.length === 0) return [];
  return await database
    .orm()
    .insert(schoolEvents)
    .values([...rows])
    .returning();
}

export async function updateEvent(
  database: Database,
  { id, schoolId }: Pick<SchoolEventRow, 'id' | 'schoolId'>,
  changes: Partial<typeof schoolEvents.$inferInsert>,
): Promise<SchoolEventRow | null> {
  const [row] = await database
    .orm()
    .update(schoolEvents)
    .set(changes)
    .where(and(eq(schoolEvents.schoolId, schoolId), eq(schoolEvents.id, id)))
    .returning();
  return row ?? null;
}

/** The published newsletters that show a school's dates, by the uid that they use. */
export async function findAnnouncingNewsletters(
  database: Database,
  schoolId: string,
): Promise<ReadonlyMap<string, readonly AnnouncingNewsletter[]>> {
  const rows = await database.forSchool(schoolId, () =>
    database
      .orm()
      .select({ id: editions.newsletterId, title: editions.title, calendar: editions.calendar })
      .from(editions)
      .where(and(eq(editions.schoolId, schoolId), sql`${editions.calendar} <> '[]'::jsonb`))
      .orderBy(asc(editions.publishedAt), asc(editions.newsletterId)),
  );
  const announced = rows.flatMap(({ id, title, calendar }) => {
    const shown = new Map(
      calendar.filter(({ removed }) => removed !== true).map((entry) => [entry.uid, entry]),
    );
    return [...shown.values()].map((entry) => ({ id, title, entry }));
  });
  return Map.groupBy(announced, ({ entry }) => entry.uid);
}
