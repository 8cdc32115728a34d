import type { BlockDate } from '#newsletter/document/block.ts';
import { detailsOf } from '#newsletter/events/notices.ts';
import {
  changeAt,
  type EventContent,
  isSameOnCalendar,
  nextSequence,
  TIME_FIELDS,
} from '#server/data/events/event-content.ts';
import { insertEvents, isSameEvent, type SchoolEventRow, updateEvent } from '#server/data/events/events.ts';
import type { Database } from '#server/platform/db/client.ts';
import { withOwnFields } from './own-fields.ts';

/** Records the dates that newsletters announce as the school's dates. See docs/decisions/035. */

/** A date that a newsletter announces. */
export interface AnnouncedEvent extends EventContent {
  readonly uid: string;
  /** The key of its calendar file in the newsletter. */
  readonly key: string;
  readonly groups: readonly string[];
  /** The uids of dates that the author has marked as different. */
  readonly apart: readonly string[];
  /** The row as it was copied, restored or last published; null if unknown. */
  readonly base: EventContent | null;
}

/** Whether two dates are at the same time. */
export function isSameTime(one: EventContent, other: EventContent): boolean {
  return TIME_FIELDS.every((field) => one[field] === other[field]);
}

/** The content of a block's date. */
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

/** The school and time of a publishing. */
interface Publishing {
  readonly schoolId: string;
  readonly now: Date;
}

/**
 * Records what a newsletter announces: new dates, and its author's changes of other ones since they were copied. A date that is only
 * repeated leaves the record as it is.
 */
export async function recordAnnounced(
  database: Database,
  { schoolId, now }: Publishing,
  announced: readonly AnnouncedEvent[],
  known: ReadonlyMap<string, SchoolEventRow>,
): Promise<void> {
  const records = new Map(known);
  const added: (AnnouncedEvent & { readonly aliases: readonly string[] })[] = [];
  for (const event of announced) {
    const record = records.get(event.uid);
    const same = added.findIndex((other) => isSameEvent(other, event) && isSameTime(other, event));
    const first = added[same];
    if (record !== undefined) {
      const row = await updateRecord(database, now, event, record);
      // A row that has become another date takes this record no longer, whatever uids the record has.
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

async function updateRecord(
  database: Database,
  now: Date,
  event: AnnouncedEvent,
  record: SchoolEventRow,
): Promise<SchoolEventRow> {
  const content = withOwnFields(record, event, event.base);
  const isChanged = record.withdrawn || !isSameOnCalendar(content, record);
  if (!isChanged && record.publishedAt !== null) return record;
  const changes = isChanged ? { ...content, ...changeAt(record, now), withdrawn: false } : {};
  const publishedAt = record.publishedAt ?? now;
  return (await updateEvent(database, record, { ...changes, publishedAt })) ?? record;
}
