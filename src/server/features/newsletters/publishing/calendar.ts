import { createHash } from 'node:crypto';
import type { CalendarEvent } from '#newsletter/document/block.ts';
import type { NewsletterDocument } from '#newsletter/document/document.ts';
import { blocksOf } from '#newsletter/document/layout.ts';
import { datesOf } from '#newsletter/document/traits.ts';
import { momentIn } from '#newsletter/values/time-zone.ts';
import type { Newsletter } from '#server/features/newsletters/repo.ts';
import type { CalendarEntry } from '#server/platform/db/schema/newsletters.ts';

/** What an event's calendar file is called in its address: the same as long as the event is the same. */
export function calendarKey({ block, row }: CalendarEvent): string {
  return createHash('sha256')
    .update(JSON.stringify([block, row]))
    .digest('hex')
    .slice(0, 16);
}

/**
 * The events of a newsletter as its calendar files need them. An event that has been changed keeps its id and gets a
 * higher sequence, so that a calendar that has it takes the new date in place of the old one.
 */
export function calendarOf(
  { id, version }: Pick<Newsletter, 'id' | 'version'>,
  document: NewsletterDocument,
  timeZone: string,
): readonly CalendarEntry[] {
  return blocksOf(document).flatMap((block) => {
    return datesOf(block).map((date) => {
      const key = calendarKey({ block: block.name, row: date.row });
      return {
        key,
        uid: `${id}.${key}`,
        sequence: version,
        start: date.time === undefined ? date.date : momentIn(timeZone, date.date, date.time).toISOString(),
        title: date.title,
        description: date.description,
      };
    });
  });
}
