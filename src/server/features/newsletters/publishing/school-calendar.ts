import { isDeepStrictEqual } from 'node:util';
import { type EventRow, findEventsByUid } from '#server/data/events/events.ts';
import { followShown, recognise, recordTold } from '#server/data/events/told.ts';
import type { Database } from '#server/platform/db/client.ts';
import type { CalendarEntry } from '#server/platform/db/schema/newsletters.ts';
import {
  type EventRecord,
  newestForms,
  removedEntry,
  type ShownEvent,
  shownEntry,
} from './calendar-entries.ts';
import {
  type EditionCalendar,
  findCalendar,
  findCalendarsWith,
  findRecords,
  recordEvents,
  replaceCalendar,
} from './calendar-repo.ts';

/**
 * The calendar files of a school's published newsletters. The same event in several of them is one: its sequence rises
 * with its changes only, and it is cancelled when none of them shows it any more. See docs/decisions/005.
 *
 * Call these functions in the transaction that changes the edition, under `lockCalendar`. They return the slugs of the
 * pages whose calendar files have changed.
 */

/** The newsletter whose edition changes, and when. */
export interface CalendarChange {
  readonly schoolId: string;
  readonly newsletterId: string;
  readonly now: Date;
}

/**
 * Writes the events of a stored edition into its calendar, into those of editions that have shown them before, and into the
 * school's records.
 */
export async function publishEvents(
  database: Database,
  { schoolId, newsletterId, now }: CalendarChange,
  { events: shownEvents, timeZone }: { readonly events: readonly ShownEvent[]; readonly timeZone: string },
): Promise<readonly string[]> {
  return await database.forSchool(schoolId, async () => {
    const own = await findCalendar(database, schoolId, newsletterId);
    if (own === null) return [];
    const events = shownEvents.map(({ event }) => event);
    const shown = new Set(events.map(({ uid }) => uid));
    const uids = new Set([...shown, ...own.calendar.map(({ uid }) => uid)]);
    const records = await findRecords(database, schoolId, [...uids]);
    const calendar = [
      ...events.map((event) => shownEntry(event, own.calendar, records.get(event.uid), now)),
      ...own.calendar
        .filter(({ uid }) => !shown.has(uid))
        .map((entry) => ({ ...entry, removed: true as const })),
    ];
    const told = shownEvents.map((each) => each.told);
    const known = await recognise(database, schoolId, told, uids);
    const others = await findOthers(database, { schoolId, newsletterId }, uids, known);
    const telling = { schoolId, timeZone, now, before: own.calendar, others: shownIn(others) };
    await recordTold(database, telling, told, known);
    await followShown(database, telling, await findEventsByUid(database, schoolId, [...uids]), [
      ...telling.others,
      ...events,
    ]);
    return await settle(
      database,
      schoolId,
      [{ stored: own, calendar }, ...unchanged(others, uids)],
      records,
      now,
    );
  });
}

/** Runs `remove`, which removes an edition, and updates the calendars of editions that have shown its events before. */
export async function withdrawEvents<T>(
  database: Database,
  { schoolId, newsletterId, now }: CalendarChange,
  remove: () => Promise<T>,
): Promise<{ readonly removed: T; readonly slugs: readonly string[] }> {
  return await database.forSchool(schoolId, async () => {
    const own = await findCalendar(database, schoolId, newsletterId);
    const removed = await remove();
    const before = own?.calendar ?? [];
    const uids = new Set(before.map(({ uid }) => uid));
    const records = await findRecords(database, schoolId, [...uids]);
    const known = await findEventsByUid(database, schoolId, [...uids]);
    const others = await findOthers(database, { schoolId, newsletterId }, uids, known);
    await followShown(database, { now, before }, known, shownIn(others));
    return { removed, slugs: await settle(database, schoolId, unchanged(others, uids), records, now) };
  });
}

/** The calendars of the school's other newsletters that have any of these dates, whatever uid they know it by. */
async function findOthers(
  database: Database,
  { schoolId, newsletterId }: Pick<CalendarChange, 'schoolId' | 'newsletterId'>,
  uids: ReadonlySet<string>,
  known: ReadonlyMap<string, EventRow>,
): Promise<readonly EditionCalendar[]> {
  const names = [...known.values()].flatMap(({ uid, aliases }) => [uid, ...aliases]);
  const calendars = await findCalendarsWith(database, schoolId, [...new Set([...uids, ...names])]);
  return calendars.filter((other) => other.newsletterId !== newsletterId);
}

function shownIn(calendars: readonly EditionCalendar[]): readonly CalendarEntry[] {
  return calendars.flatMap(({ calendar }) => calendar).filter(({ removed }) => removed !== true);
}

/** The calendars with any of these uids, as they are. */
function unchanged(calendars: readonly EditionCalendar[], uids: ReadonlySet<string>) {
  return calendars
    .filter(({ calendar }) => calendar.some(({ uid }) => uids.has(uid)))
    .map((stored) => ({ stored, calendar: stored.calendar }));
}

/** Derives the entries of removed events from the shown ones, and stores what has changed. */
async function settle(
  database: Database,
  schoolId: string,
  editions: readonly { readonly stored: EditionCalendar; readonly calendar: readonly CalendarEntry[] }[],
  records: ReadonlyMap<string, EventRecord>,
  now: Date,
): Promise<readonly string[]> {
  const shown = Map.groupBy(
    editions.flatMap(({ calendar }) => calendar).filter(({ removed }) => removed !== true),
    ({ uid }) => uid,
  );
  const settled = editions.map(({ stored, calendar }) => ({
    stored,
    calendar: calendar.map((entry) =>
      entry.removed === true
        ? removedEntry(entry, shown.get(entry.uid) ?? [], records.get(entry.uid), now)
        : entry,
    ),
  }));
  await recordEvents(database, schoolId, newestForms(settled.flatMap(({ calendar }) => calendar)));
  const changed = settled.filter(({ stored, calendar }) => !isDeepStrictEqual(stored.calendar, calendar));
  for (const { stored, calendar } of changed)
    await replaceCalendar(database, schoolId, stored.newsletterId, calendar);
  return changed.map(({ stored }) => stored.slug);
}
