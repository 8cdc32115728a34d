import type { BlockDate } from '#newsletter/document/block.ts';
import { detailsOf } from '#newsletter/events/notices.ts';
import { DAY_MS, MINUTE_MS } from '#newsletter/values/durations.ts';
import { momentIn } from '#newsletter/values/time-zone.ts';
import type { Database } from '#server/platform/db/client.ts';
import type { CalendarEntry } from '#server/platform/db/schema/newsletters.ts';
import { insertEvents, isSameEvent, type SchoolEventRow, updateEvent } from './events.ts';
import { withOwnFields } from './own-fields.ts';

/** What newsletters tell of a school's dates becomes its records. See docs/decisions/035. */

/** What calendars show of a date. */
export type EventContent = Pick<
  SchoolEventRow,
  'title' | 'description' | 'date' | 'lastDay' | 'time' | 'end' | 'place' | 'isCancelled'
>;

/** A date as a newsletter tells it. */
export interface ToldEvent extends EventContent {
  readonly uid: string;
  /** The key of its calendar file in the newsletter. */
  readonly key: string;
  readonly groups: readonly string[];
  /** The uids of dates that it is not. */
  readonly apart: readonly string[];
  /** The row as it was copied, restored or last published; null if nobody knows. */
  readonly base: EventContent | null;
}

const WHEN = ['date', 'lastDay', 'time', 'end'] as const;
const CONTENT = ['title', 'description', ...WHEN, 'place', 'isCancelled'] as const;

/** Whether calendars show the same of two dates. */
export function isSameOnCalendar(one: EventContent, other: EventContent): boolean {
  return CONTENT.every((field) => one[field] === other[field]);
}

/** Whether two dates are at the same time. */
export function isSameTime(one: EventContent, other: EventContent): boolean {
  return WHEN.every((field) => one[field] === other[field]);
}

/** What a change of a date adds to its history. */
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

/** How many of its earlier forms a date remembers. */
const FORMS_MAX = 20;

/** The place of a changed date in the history of its changes. */
export function nextSequence(before: number, now: Date): number {
  // The minute also exceeds what calendar files had before there were records.
  return Math.max(Math.floor(now.getTime() / MINUTE_MS), before + 1);
}

/** What a block tells of a date. */
export function eventContentOf(date: BlockDate): EventContent {
  return {
    title: date.title,
    description: detailsOf(date.description),
    date: date.date,
    lastDay: date.lastDay ?? null,
    time: date.time ?? null,
    end: date.end ?? null,
    place: date.place ?? null,
    isCancelled: date.isCancelled === true,
  };
}

/** When a date is, as calendar files say it: moments, or days. */
export function entryTimes(
  { date, lastDay, time, end }: Pick<EventContent, 'date' | 'lastDay' | 'time' | 'end'>,
  timeZone: string,
): Pick<CalendarEntry, 'start' | 'end'> {
  if (time === null) return lastDay === null ? { start: date } : { start: date, end: lastDay };
  const start = momentIn(timeZone, date, time).toISOString();
  const last = lastDay ?? date;
  if (end !== null) return { start, end: endOf(start, [date, time], [last, end], timeZone) };
  // Without a time it ends with its last day.
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

/** Whether a newsletter's calendar tells just this of a date. */
export function tells(entry: CalendarEntry, content: EventContent, timeZone: string): boolean {
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

/** A publishing: of which school, and when. */
export interface Telling {
  readonly schoolId: string;
  readonly now: Date;
}

/**
 * Writes what a newsletter tells into the records: new dates, and what its author has changed of others since it took their words.
 * What it only repeats leaves a record as the calendar has it.
 */
export async function recordTold(
  database: Database,
  { schoolId, now }: Telling,
  told: readonly ToldEvent[],
  known: ReadonlyMap<string, SchoolEventRow>,
): Promise<void> {
  const records = new Map(known);
  const added: (ToldEvent & { readonly aliases: readonly string[] })[] = [];
  for (const event of told) {
    const record = records.get(event.uid);
    const same = added.findIndex((other) => isSameEvent(other, event) && isSameTime(other, event));
    const first = added[same];
    if (record !== undefined) {
      const row = await retell(database, now, event, record);
      // A row that is another date by now is not this one, whatever the record was told as.
      for (const [uid, { id }] of records) if (id === row.id) records.set(uid, row);
    } else if (first === undefined) added.push({ ...event, aliases: [] });
    else added[same] = { ...first, aliases: [...first.aliases, event.uid] };
  }
  await insertEvents(
    database,
    added.map(({ key: _key, apart: _apart, base: _base, ...event }) => ({
      ...event,
      schoolId,
      source: 'newsletter' as const,
      sequence: nextSequence(0, now),
      changedAt: now,
      publishedAt: now,
      createdAt: now,
    })),
  );
}

async function retell(
  database: Database,
  now: Date,
  event: ToldEvent,
  record: SchoolEventRow,
): Promise<SchoolEventRow> {
  const content = withOwnFields(record, event, event.base);
  const isChanged = record.withdrawn || !isSameOnCalendar(content, record);
  if (!isChanged && record.publishedAt !== null) return record;
  const changes = isChanged ? { ...content, ...changeAt(record, now), withdrawn: false } : {};
  const publishedAt = record.publishedAt ?? now;
  return (await updateEvent(database, record, { ...changes, publishedAt })) ?? record;
}

/**
 * Lets the records of dates follow what the school's newsletters show after a change of one. `records`: those of its dates, by uid;
 * `shown`: what all newsletters show of these dates.
 */
export async function followShown(
  database: Database,
  { now, before }: { readonly now: Date; readonly before: readonly CalendarEntry[] },
  records: ReadonlyMap<string, SchoolEventRow>,
  shown: readonly ShownTo[],
): Promise<void> {
  const uids = before.filter(({ removed }) => removed !== true).map(({ uid }) => uid);
  await withdrawUntold(database, now, new Set(uids.flatMap((uid) => records.get(uid) ?? [])), shown);
  await regroup(database, new Set(records.values()), shown);
}

/** Withdraws the records of dates that no newsletter shows any more; those that the calendar has of its own stay. */
async function withdrawUntold(
  database: Database,
  now: Date,
  records: ReadonlySet<SchoolEventRow>,
  shown: readonly ShownTo[],
): Promise<void> {
  const isShown = new Set(shown.map(({ uid }) => uid));
  for (const record of records)
    if (
      record.source === 'newsletter' &&
      !record.withdrawn &&
      ![record.uid, ...record.aliases].some((uid) => isShown.has(uid))
    )
      await updateEvent(database, record, { withdrawn: true, ...changeAt(record, now) });
}

/** What a newsletter shows of a date: by which uid, and to whom. */
export type ShownTo = Pick<CalendarEntry, 'uid' | 'groupBlock' | 'groups'>;

/** Gives dates that only newsletters tell to whom these tell them: everybody, if one of them does, otherwise all their groups. */
async function regroup(
  database: Database,
  records: ReadonlySet<SchoolEventRow>,
  shown: readonly ShownTo[],
): Promise<void> {
  for (const record of records) {
    const told = shown.filter(({ uid }) => uid === record.uid || record.aliases.includes(uid));
    if (record.source !== 'newsletter' || told.length === 0) continue;
    const each = told.map((entry) => groupsOf(entry) ?? record.groups);
    const groups = each.some(({ length }) => length === 0) ? [] : [...new Set(each.flat())];
    if (groups.toSorted().join() !== record.groups.toSorted().join())
      await updateEvent(database, record, { groups });
  }
}

// Editions of older versions name only the block.
function groupsOf({ groupBlock, groups }: ShownTo): readonly string[] | undefined {
  return groupBlock === undefined ? [] : groups;
}
