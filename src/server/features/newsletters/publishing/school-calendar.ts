import { isDeepStrictEqual } from 'node:util';
import { findEventsByUid, type SchoolEventRow } from '#server/data/events/events.ts';
import type { Database } from '#server/platform/db/client.ts';
import type { CalendarEntry } from '#server/platform/db/schema/newsletters.ts';
import { type AnnouncedEvent, recordAnnounced } from './announced-dates.ts';
import {
  type EventRecord,
  newestForms,
  type PublishedEvent,
  removedEntry,
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
import { recognise } from './recognise-dates.ts';
import { followShown } from './shown-dates.ts';

/**
 * The calendar files of a school's published newsletters. The same event in several of them is one: its sequence rises
 * only when it changes, and it is cancelled when none of them shows it any more. See docs/decisions/005.
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

/** The events that an edition shows, and the dates that its newsletter announces. */
export interface PublishedDates {
  readonly events: readonly PublishedEvent[];
  readonly announced: readonly AnnouncedEvent[];
}

/**
 * Writes the events of a stored edition into its calendar, into those of editions that have shown them before, and into the
 * school's records.
 */
export async function publishEvents(
  database: Database,
  { schoolId, newsletterId, now }: CalendarChange,
  { events: shownEvents, announced }: PublishedDates,
): Promise<readonly string[]> {
  return await database.forSchool(schoolId, async () => {
    const own = await findCalendar(database, schoolId, newsletterId);
    if (own === null) return [];
    await recordAnnounced(
      database,
      { schoolId, now },
      announced,
      await recognise(database, schoolId, announced),
    );
    const before = own.calendar.map(({ uid }) => uid);
    const known = await findEventsByUid(database, schoolId, [...announced.map(({ uid }) => uid), ...before]);
    const events = shownEvents.map((event) => ({ ...event, uid: knownAs(event, own.calendar, known) }));
    const shown = new Set(events.map(({ uid }) => uid));
    const uids = new Set([...shown, ...before]);
    const records = await findRecords(database, schoolId, [...uids]);
    const calendar = [
      ...events.map((event) => shownEntry(event, own.calendar, records.get(event.uid), now)),
      ...own.calendar
        .filter(({ uid }) => !shown.has(uid))
        .map((entry) => ({ ...entry, removed: true as const })),
    ];
    const others = await findOthers(database, { schoolId, newsletterId }, uids, known);
    await followShown(database, { now, before: own.calendar }, known, [...shownIn(others), ...events]);
    const settled = [{ stored: own, calendar }, ...unchanged(others, uids)];
    return await storeCalendars(database, schoolId, settled, records, now);
  });
}

// A date has the same UID in all files, except where this newsletter has already published it under another one.
function knownAs(
  { key, uid }: PublishedEvent,
  before: readonly CalendarEntry[],
  known: ReadonlyMap<string, SchoolEventRow>,
): string {
  const record = known.get(uid);
  const names = [uid, record?.uid, ...(record?.aliases ?? [])];
  const own = before.find((entry) => entry.key === key && names.includes(entry.uid));
  return own?.uid ?? record?.uid ?? uid;
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
    return {
      removed,
      slugs: await storeCalendars(database, schoolId, unchanged(others, uids), records, now),
    };
  });
}

/** The calendars of the school's other newsletters that have any of these dates, under any uid. */
async function findOthers(
  database: Database,
  { schoolId, newsletterId }: Pick<CalendarChange, 'schoolId' | 'newsletterId'>,
  uids: ReadonlySet<string>,
  known: ReadonlyMap<string, SchoolEventRow>,
): Promise<readonly EditionCalendar[]> {
  const names = [...known.values()].flatMap(({ uid, aliases }) => [uid, ...aliases]);
  const calendars = await findCalendarsWith(database, schoolId, [...new Set([...uids, ...names])]);
  return calendars.filter((other) => other.newsletterId !== newsletterId);
}

function shownIn(calendars: readonly EditionCalendar[]): readonly CalendarEntry[] {
  return calendars.flatMap(({ calendar }) => calendar).filter(({ removed }) => removed !== true);
}

/** The calendars with any of these uids, unchanged. */
function unchanged(calendars: readonly EditionCalendar[], uids: ReadonlySet<string>) {
  return calendars
    .filter(({ calendar }) => calendar.some(({ uid }) => uids.has(uid)))
    .map((stored) => ({ stored, calendar: stored.calendar }));
}

/** Derives the entries of removed events from the shown ones, and stores what has changed. */
async function storeCalendars(
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
