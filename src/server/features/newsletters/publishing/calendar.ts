import { createHash } from 'node:crypto';
import type { BlockDate, CalendarEvent } from '#newsletter/document/block.ts';
import type { NewsletterDocument } from '#newsletter/document/document.ts';
import { blocksOf } from '#newsletter/document/layout.ts';
import { datesOf } from '#newsletter/document/traits.ts';
import { DAY_MS, MINUTE_MS } from '#newsletter/values/durations.ts';
import { momentIn } from '#newsletter/values/time-zone.ts';
import type { Newsletter } from '#server/features/newsletters/repo.ts';
import type { CalendarEntry } from '#server/platform/db/schema/newsletters.ts';

/** The name of an event's calendar file in its URL, stable while the event exists. */
export function calendarKey({ block, row }: CalendarEvent): string {
  return createHash('sha256')
    .update(JSON.stringify([block, row]))
    .digest('hex')
    .slice(0, 16);
}

/** The events that a school has published before: in this newsletter's edition, and the same ones in others. */
export type PublishedEvents = {
  readonly own: readonly CalendarEntry[];
  readonly others: readonly CalendarEntry[];
};

/** What an event's calendar entry says, without its place in the history of changes. */
type Event = Omit<CalendarEntry, 'sequence' | 'changedAt'>;

/**
 * The events of a newsletter for its calendar files. A changed event keeps its id and gets a higher sequence, so that a
 * calendar replaces the old one; one that is gone is cancelled.
 */
export function calendarOf(
  events: readonly Event[],
  { own, others }: PublishedEvents,
  publishedAt: Date,
): readonly CalendarEntry[] {
  const ids = new Set(events.map(({ uid }) => uid));
  const gone = own
    .filter(({ uid }) => !ids.has(uid))
    .map((entry) => ({ ...entry, cancelled: true as const }));
  return [...events, ...gone].map((event) => {
    const before = [...own, ...others.toSorted((one, other) => other.sequence - one.sequence)];
    const forms = before.filter(({ uid }) => uid === event.uid);
    const same = forms.find((form) => contentOf(form) === contentOf(event));
    if (same !== undefined) return { ...event, sequence: same.sequence, changedAt: same.changedAt };
    return {
      ...event,
      // The minute also exceeds what an edition had that has since been withdrawn.
      sequence: Math.max(
        Math.floor(publishedAt.getTime() / MINUTE_MS),
        ...forms.map(({ sequence }) => sequence + 1),
      ),
      changedAt: publishedAt.toISOString(),
    };
  });
}

function contentOf({ start, end, title, description, place, cancelled }: Event): string {
  return JSON.stringify([start, end ?? '', title, description, place ?? '', cancelled ?? false]);
}

/** The events that a newsletter shows. Those with an id that is unique everywhere stay the same in its copies. */
export function eventsOf(
  { id, schoolId }: Pick<Newsletter, 'id' | 'schoolId'>,
  document: NewsletterDocument,
  timeZone: string,
): readonly Event[] {
  const taken = new Set<string>();
  return blocksOf(document).flatMap((block) =>
    datesOf(block).map((date) => {
      const key = calendarKey({ block: block.name, row: date.row });
      const isUnique = UNIQUE_ID.test(date.row) && !taken.has(date.row);
      taken.add(date.row);
      return {
        key,
        uid: isUnique ? `${schoolId}.${date.row}` : `${id}.${key}`,
        ...timesOf(date, timeZone),
        title: date.title,
        description: date.description,
        ...(date.place === undefined ? {} : { place: date.place }),
        ...(date.isCancelled === true ? { cancelled: true as const } : {}),
      };
    }),
  );
}

/** As `createRowId` makes them; older ids are unique in their block only. */
const UNIQUE_ID = /^[0-9a-f]{32}$/;

function timesOf({ date, lastDay, time, end }: BlockDate, timeZone: string): Pick<Event, 'start' | 'end'> {
  if (time === undefined) return lastDay === undefined ? { start: date } : { start: date, end: lastDay };
  const start = momentIn(timeZone, date, time).toISOString();
  const last = lastDay ?? date;
  if (end !== undefined) return { start, end: momentIn(timeZone, last, end).toISOString() };
  // Without a time it ends with its last day.
  return lastDay === undefined
    ? { start }
    : { start, end: momentIn(timeZone, dayAfter(lastDay), '00:00').toISOString() };
}

function dayAfter(day: string): string {
  return new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10);
}
