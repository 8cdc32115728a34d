import type { BlockDate } from '#newsletter/document/block.ts';
import { detailsOf } from '#newsletter/events/notices.ts';
import { DAY_MS, MINUTE_MS } from '#newsletter/values/durations.ts';
import { momentIn } from '#newsletter/values/time-zone.ts';
import type { Database } from '#server/platform/db/client.ts';
import type { CalendarEntry } from '#server/platform/db/schema/newsletters.ts';
import {
  type EventRow,
  findEventsById,
  findEventsByUid,
  findEventsOn,
  insertEvents,
  isSameEvent,
  updateEvent,
} from './events.ts';

/** What newsletters tell of a school's dates becomes its records. See docs/decisions/035. */

/** What calendars show of a date. */
export type EventContent = Pick<
  EventRow,
  'title' | 'description' | 'date' | 'lastDay' | 'time' | 'end' | 'place' | 'isCancelled'
>;

/** A date as a newsletter tells it. */
export interface ToldEvent extends EventContent {
  readonly uid: string;
  readonly groups: readonly string[];
  /** The uids of dates that it is not. */
  readonly apart?: readonly string[];
}

const CONTENT = ['title', 'description', 'date', 'lastDay', 'time', 'end', 'place', 'isCancelled'] as const;

/** Whether calendars show the same of two dates. */
export function isSameContent(one: EventContent, other: EventContent): boolean {
  return CONTENT.every((field) => one[field] === other[field]);
}

/** The place of a changed date in the history of its changes. */
export function nextSequence(before: number, now: Date): number {
  // The minute also exceeds what calendar files had before there were records.
  return Math.max(Math.floor(now.getTime() / MINUTE_MS), before + 1);
}

/** What a block tells of a date. */
export function contentOf(date: BlockDate): EventContent {
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

/**
 * The records of dates that a newsletter tells, by its uids: by their uid, or else by their id, or of the same day and title unless
 * its author has said that they are not the same. Such a record learns the uid, so that it stays the same event when either of them
 * changes. `uids`: those of the told dates, and of others whose records are wanted. Call it under `lockCalendar`.
 */
export async function recognise(
  database: Database,
  schoolId: string,
  told: readonly ToldEvent[],
  uids: ReadonlySet<string>,
): Promise<ReadonlyMap<string, EventRow>> {
  const known = new Map(await findEventsByUid(database, schoolId, [...uids]));
  const unknown = told.filter(({ uid }) => !known.has(uid));
  const sameDay = await findEventsOn(
    database,
    schoolId,
    unknown.map(({ date }) => date),
  );
  const ids = unknown.flatMap(({ uid }) => idOf(schoolId, uid) ?? []);
  const chosen = await findEventsById(database, schoolId, ids);
  for (const event of unknown) {
    const same =
      chosen.find(({ id }) => id === idOf(schoolId, event.uid)) ??
      sameDay.find((row) => isSameEvent(row, event) && !isApart(row, event));
    if (same === undefined) continue;
    const current = known.get(same.uid) ?? same;
    const row = await updateEvent(database, same, { aliases: [...current.aliases, event.uid] });
    if (row === null) continue;
    known.set(event.uid, row);
    known.set(row.uid, row);
  }
  return known;
}

// A date that no newsletter has told is chosen by its id.
function idOf(schoolId: string, uid: string): string | null {
  const hex = uid.slice(schoolId.length + 1);
  if (!uid.startsWith(`${schoolId}.`) || !/^[0-9a-f]{32}$/.test(hex)) return null;
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

function isApart({ schoolId, id, uid, aliases }: EventRow, { apart = [] }: ToldEvent): boolean {
  const uids = [uid, ...aliases, `${schoolId}.${id.replaceAll('-', '')}`];
  return uids.some((each) => apart.includes(each));
}

/** What a publishing knows of the dates that it tells. */
export interface Telling {
  readonly schoolId: string;
  readonly timeZone: string;
  readonly now: Date;
  /** What readers of the newsletter have seen so far. */
  readonly before: readonly CalendarEntry[];
  /** What the school's other newsletters show of these dates. */
  readonly others: readonly CalendarEntry[];
}

/**
 * Writes what a newsletter tells into the records. What its author has not changed, and what only repeats an older newsletter,
 * leaves a record as the calendar has it.
 */
export async function recordTold(
  database: Database,
  telling: Telling,
  told: readonly ToldEvent[],
  records: ReadonlyMap<string, EventRow>,
): Promise<void> {
  const { schoolId, now } = telling;
  const added = new Map<string, ToldEvent>();
  for (const event of told) {
    const record = records.get(event.uid);
    if (record === undefined) {
      const same = [...added.values()].some((other) => isSameEvent(other, event));
      if (!same) added.set(event.uid, event);
    } else await retell(database, telling, event, record);
  }
  await insertEvents(
    database,
    [...added.values()].map((event) => ({
      ...withoutApart(event),
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
  { now, timeZone, before, others }: Telling,
  event: ToldEvent,
  record: EventRow,
): Promise<void> {
  const shown = [...before, ...others].filter(({ removed }) => removed !== true);
  const isRepeated = shown.some((entry) => isOf(record, entry) && tells(entry, event, timeZone));
  const { uid: _uid, groups: _groups, ...told } = withoutApart(event);
  // A row always says something: without details it has the words of a notice, and leaves the date's own as they are.
  const content = { ...told, description: told.description || detailsOf(record.description) };
  const isChanged = !isRepeated && !isSameContent(content, record);
  const isBack = record.withdrawn;
  if (!isChanged && !isBack && record.publishedAt !== null) return;
  await updateEvent(database, record, {
    ...(isChanged || isBack ? { ...content, ...changeAt(record, now) } : {}),
    ...(isBack ? { withdrawn: false } : {}),
    publishedAt: record.publishedAt ?? now,
  });
}

function withoutApart({ apart: _, ...event }: ToldEvent): Omit<ToldEvent, 'apart'> {
  return event;
}

function isOf({ uid, aliases }: EventRow, entry: CalendarEntry): boolean {
  return uid === entry.uid || aliases.includes(entry.uid);
}

function changeAt({ sequence }: EventRow, now: Date): Pick<EventRow, 'sequence' | 'changedAt'> {
  return { sequence: nextSequence(sequence, now), changedAt: now };
}

/**
 * Lets the records of dates follow what the school's newsletters show after a change of one. `records`: those of its dates, by uid;
 * `shown`: what all newsletters show of these dates.
 */
export async function followShown(
  database: Database,
  { now, before }: Pick<Telling, 'now' | 'before'>,
  records: ReadonlyMap<string, EventRow>,
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
  records: ReadonlySet<EventRow>,
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
  records: ReadonlySet<EventRow>,
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
