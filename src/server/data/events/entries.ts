import type { CalendarEntry } from '#server/platform/db/schema/newsletters.ts';
import { entryTimes } from './event-content.ts';
import type { SchoolEventRow } from './events.ts';

/** Turns a date into an entry of a calendar file. */
export function entryOf(event: SchoolEventRow, timeZone: string): CalendarEntry {
  const { id, uid, sequence, title, description, place, isCancelled, withdrawn, changedAt } = event;
  return {
    ...{ key: id, uid, sequence, title, description, changedAt: changedAt.toISOString() },
    ...entryTimes(event, timeZone),
    ...(place !== null && { place }),
    ...((isCancelled || withdrawn) && { cancelled: true as const }),
  };
}
