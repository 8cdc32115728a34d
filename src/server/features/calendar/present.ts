import { type EventResource, eventResource, UNSEEN_MINUTES } from '#contract/calendar/events.ts';
import { detailsOf } from '#newsletter/events/notices.ts';
import { sameWords } from '#newsletter/events/same-words.ts';
import { formatDayAndMonth, formatWeekday } from '#newsletter/values/dates.ts';
import { MINUTE_MS } from '#newsletter/values/durations.ts';
import { dayIn, isDay, timeIn } from '#newsletter/values/time-zone.ts';
import { type EventContent, entryTimes } from '#server/data/events/event-content.ts';
import type { AnnouncingNewsletter, SchoolEventRow } from '#server/data/events/events.ts';
import { resourceOf } from '#server/platform/columns.ts';
import type { CalendarEntry } from '#server/platform/db/schema/newsletters.ts';

/** The data that the presentation of a date depends on. */
export interface Presenting {
  readonly timeZone: string;
  readonly now: Date;
  /** Whether families can see the calendar. */
  readonly isPublic: boolean;
  readonly announcing: ReadonlyMap<string, readonly AnnouncingNewsletter[]>;
}

export function presentEvent(event: SchoolEventRow, presenting: Presenting): EventResource {
  const announcing = announcingOf(event, presenting.announcing);
  return resourceOf(eventResource, event, {
    groups: [...event.groups],
    row: rowOf(event),
    other_rows: event.aliases.flatMap((uid) => rowOfUid(event, uid) ?? []),
    told_in: announcing.map(({ id, title, entry }) => ({
      id,
      title,
      says: saysOf(entry, inItsWords(entry, event), presenting.timeZone),
    })),
    can_delete: isUnseen(event, presenting),
  });
}

/** The published newsletters that show a date, each once. */
function announcingOf(
  { uid, aliases }: SchoolEventRow,
  announcing: ReadonlyMap<string, readonly AnnouncingNewsletter[]>,
): readonly AnnouncingNewsletter[] {
  const all = [uid, ...aliases].flatMap((each) => announcing.get(each) ?? []);
  return [...new Map(all.map((each) => [each.id, each])).values()];
}

/** The id of the row of an event block that shows the date: the end of its uid, as `eventsOf` makes it. */
function rowOf(event: SchoolEventRow): string {
  return rowOfUid(event, event.uid) ?? event.id.replaceAll('-', '');
}

// Uids from older newsletters contain no row id.
function rowOfUid({ schoolId }: SchoolEventRow, uid: string): string | null {
  return uid.startsWith(`${schoolId}.`) ? uid.slice(schoolId.length + 1) : null;
}

/** Whether nobody outside the school has seen a date. */
export function isUnseen(
  { publishedAt, createdAt }: SchoolEventRow,
  { isPublic, now }: Pick<Presenting, 'isPublic' | 'now'>,
): boolean {
  return (
    publishedAt === null && (!isPublic || now.getTime() - createdAt.getTime() < UNSEEN_MINUTES * MINUTE_MS)
  );
}

// A difference in capitals and spaces needs no correction.
function inItsWords({ title }: CalendarEntry, event: SchoolEventRow): SchoolEventRow {
  return sameWords(title, event.title) ? { ...event, title } : event;
}

/** A newsletter's most important difference from the calendar, in words; null if they agree. */
function saysOf(entry: CalendarEntry, event: SchoolEventRow, timeZone: string): string | null {
  if (announcesSame(entry, event, timeZone)) return null;
  if ((entry.cancelled === true) !== event.isCancelled)
    return event.isCancelled ? 'it is on' : 'it is cancelled';
  const now = entryTimes(event, timeZone);
  const [dayBefore, day] = [entry.start, now.start].map((start) => dayOf(start, timeZone));
  if (dayBefore !== day) return formatWeekday(dayBefore ?? '');
  if (entry.start !== now.start)
    return isDay(entry.start) ? 'no time' : timeIn(timeZone, new Date(entry.start));
  if (entry.end !== now.end) return entry.end === undefined ? 'no end' : endWords(entry.end, timeZone);
  if (entry.title !== event.title) return `‘${entry.title}’`;
  if ((entry.place ?? null) !== event.place) return entry.place ?? 'no place';
  return 'something else';
}

function endWords(end: string, timeZone: string): string {
  return isDay(end) ? `until ${formatDayAndMonth(end)}` : `until ${timeIn(timeZone, new Date(end))}`;
}

function dayOf(start: string, timeZone: string): string {
  return isDay(start) ? start : dayIn(timeZone, new Date(start));
}

/** Whether a newsletter's calendar shows exactly this content of a date. */
function announcesSame(entry: CalendarEntry, content: EventContent, timeZone: string): boolean {
  const { start, end } = entryTimes(content, timeZone);
  return (
    entry.start === start &&
    entry.end === end &&
    entry.title === content.title &&
    detailsOf(entry.description) === detailsOf(content.description) &&
    (entry.place ?? null) === content.place &&
    (entry.cancelled === true) === content.isCancelled
  );
}
