import { createHash } from 'node:crypto';
import type { CalendarEvent } from '#newsletter/document/block.ts';
import type { NewsletterDocument } from '#newsletter/document/document.ts';
import { blocksOf } from '#newsletter/document/layout.ts';
import { datesOf } from '#newsletter/document/traits.ts';
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

/**
 * The events of a newsletter for its calendar files. A changed event keeps its id and gets a higher sequence, so that a
 * calendar replaces the old one.
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
