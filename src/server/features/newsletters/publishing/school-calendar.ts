import { isDeepStrictEqual } from 'node:util';
import { findEventsByUid } from '#server/data/events/events.ts';
import { recognise, recordTold, regroup, withdrawUntold } from '#server/data/events/told.ts';
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
    const uids = [...shown].concat(own.calendar.map(({ uid }) => uid));
    const records = await findRecords(database, schoolId, uids);
    const calendar = [
      ...events.map((event) => shownEntry(event, own.calendar, records.get(event.uid), now)),
      ...own.calendar
        .filter(({ uid }) => !shown.has(uid))
        .map((entry) => ({ ...entry, removed: true as const })),
    ];
    const found = await findCalendarsWith(database, schoolId, uids);
    const others = found.filter((other) => other.newsletterId !== newsletterId);
    const publishing = { schoolId, newsletterId, timeZone, now };
    await recordPublishing(database, publishing, own.calendar, shownEvents);
    return await settle(
      database,
      schoolId,
      [{ stored: own, calendar }, ...others.map((stored) => ({ stored, calendar: stored.calendar }))],
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
    const uids = own === null ? [] : own.calendar.map(({ uid }) => uid);
    const records = await findRecords(database, schoolId, uids);
    const others = await findCalendarsWith(database, schoolId, uids);
    const changes = others.map((stored) => ({ stored, calendar: stored.calendar }));
    const left = await shownBy(database, { schoolId, newsletterId }, uids);
    await withdrawUntold(database, { schoolId, now }, own?.calendar ?? [], left);
    await regroup(database, schoolId, uids, left);
    return { removed, slugs: await settle(database, schoolId, changes, records, now) };
  });
}

type Publishing = CalendarChange & { readonly timeZone: string };

/** Writes what an edition tells into the records. `before` is the calendar that it had. */
async function recordPublishing(
  database: Database,
  { newsletterId, ...publishing }: Publishing,
  before: readonly CalendarEntry[],
  shownEvents: readonly ShownEvent[],
): Promise<void> {
  const { schoolId } = publishing;
  const told = shownEvents.map((each) => each.told);
  const records = await recognise(database, schoolId, told);
  const uids = [...told.map(({ uid }) => uid), ...before.map(({ uid }) => uid)];
  const others = await shownBy(database, { schoolId, newsletterId }, uids);
  await recordTold(database, { ...publishing, before, others }, told, records);
  const shown = [...others, ...shownEvents.map(({ event }) => event)];
  await withdrawUntold(database, publishing, before, shown);
  await regroup(database, schoolId, uids, shown);
}

/** What the school's other newsletters show of the dates with these uids, whatever uid they do so by. */
async function shownBy(
  database: Database,
  { schoolId, newsletterId }: Pick<CalendarChange, 'schoolId' | 'newsletterId'>,
  uids: readonly string[],
): Promise<readonly CalendarEntry[]> {
  const records = await findEventsByUid(database, schoolId, uids);
  const all = [...records.values()].flatMap(({ uid, aliases }) => [uid, ...aliases]);
  const calendars = await findCalendarsWith(database, schoolId, [...new Set(all)]);
  return calendars
    .filter((other) => other.newsletterId !== newsletterId)
    .flatMap(({ calendar }) => calendar)
    .filter(({ removed }) => removed !== true);
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
