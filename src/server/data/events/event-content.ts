import { DAY_MS, MINUTE_MS } from '#newsletter/values/durations.ts';
import { momentIn } from '#newsletter/values/time-zone.ts';
import type { CalendarEntry } from '#server/platform/db/schema/newsletters.ts';
import type { SchoolEventRow } from './events.ts';

/** The content of a school's dates in calendars. */

/** The fields of a date that calendars show. */
export type EventContent = Pick<
  SchoolEventRow,
  'title' | 'description' | 'date' | 'lastDay' | 'time' | 'end' | 'place' | 'isCancelled'
>;

/** The fields for the time of a date. */
export const TIME_FIELDS = ['date', 'lastDay', 'time', 'end'] as const;
const CONTENT = ['title', 'description', ...TIME_FIELDS, 'place', 'isCancelled'] as const;

/** Whether calendars show the same of two dates. */
export function isSameOnCalendar(one: EventContent, other: EventContent): boolean {
  return CONTENT.every((field) => one[field] === other[field]);
}

/** Returns the additions to a date's history that a change makes. */
export function changeAt(
  before: SchoolEventRow,
  now: Date,
): Pick<SchoolEventRow, 'sequence' | 'changedAt' | 'forms'> {
  const { title, description, date, lastDay, time, end, place, isCancelled } = before;
  const form = { title, description, date, lastDay, time, end, place, isCancelled };
  return {
    sequence: nextSequence(before.sequence, now),
    changedAt: now,
    forms: [...before.forms, form].slice(-FORMS_MAX),
  };
}

/** The most earlier forms that a date remembers. */
const FORMS_MAX = 20;

/** The sequence number of a changed date in its history. */
export function nextSequence(before: number, now: Date): number {
  // The minute also exceeds the numbers in calendar files from before there were records.
  return Math.max(Math.floor(now.getTime() / MINUTE_MS), before + 1);
}

/** The times of a date for calendar files: moments, or days. */
export function entryTimes(
  { date, lastDay, time, end }: Pick<EventContent, 'date' | 'lastDay' | 'time' | 'end'>,
  timeZone: string,
): Pick<CalendarEntry, 'start' | 'end'> {
  if (time === null) return lastDay === null ? { start: date } : { start: date, end: lastDay };
  const start = momentIn(timeZone, date, time).toISOString();
  const last = lastDay ?? date;
  if (end !== null) return { start, end: endOf(start, [date, time], [last, end], timeZone) };
  // A date without a time ends with its last day.
  return lastDay === null
    ? { start }
    : { start, end: momentIn(timeZone, dayAfter(lastDay), '00:00').toISOString() };
}

type LocalTime = readonly [day: string, time: string];

// A start in an hour that the clocks skip is moved; the end then keeps the length that the author sees.
function endOf(start: string, from: LocalTime, to: LocalTime, timeZone: string): string {
  const end = momentIn(timeZone, ...to).toISOString();
  if (end > start) return end;
  const [first, last] = [from, to].map(([day, time]) => Date.parse(`${day}T${time}Z`));
  return new Date(Date.parse(start) + (last ?? 0) - (first ?? 0)).toISOString();
}

function dayAfter(day: string): string {
  return new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10);
}
