import ical, { escape as escapeText, ICalEventBusyStatus, ICalEventTransparency } from 'ical-generator';
import { DAY_MS, HOUR_MS } from '#newsletter/values/durations.ts';
import type { CalendarEntry } from '#server/platform/db/schema/newsletters.ts';

/** What a calendar file is made from. */
export interface CalendarSource {
  readonly events: readonly CalendarEntry[];
  readonly schoolName: string;
  /** The newsletter's page. */
  readonly pageUrl: string;
  /** When this edition was published: the last change of its events. */
  readonly publishedAt: Date;
  readonly productName: string;
  /** The calendar's name, for a file with several events. */
  readonly name?: string;
}

/** Events have a start only, but calendars need an end. In milliseconds. */
const USUAL_LENGTH = HOUR_MS;

/** A calendar file (RFC 5545). Moments are in UTC, which calendar programs convert to local time. */
export function calendarFile(source: CalendarSource): string {
  const { events, schoolName, pageUrl, publishedAt, productName, name } = source;
  const calendar = ical({
    prodId: { company: named(productName), product: 'Newsletters', language: 'EN' },
    name: name === undefined ? null : named(name),
  });
  for (const event of events) {
    calendar.createEvent({
      ...timesOf(event.start),
      id: event.uid,
      sequence: event.sequence,
      stamp: publishedAt,
      summary: plainLine(event.title),
      description: [plainText(event.description), '', plainLine(schoolName), pageUrl].join('\n'),
      url: pageUrl,
    });
  }
  return `${calendar.toString()}\r\n`;
}

function timesOf(start: string) {
  const moment = new Date(start);
  if (start.length > 'YYYY-MM-DD'.length)
    return { start: moment, end: new Date(moment.getTime() + USUAL_LENGTH) };
  // An all-day event should not mark a parent as busy.
  return {
    start: moment,
    end: new Date(moment.getTime() + DAY_MS),
    allDay: true,
    transparency: ICalEventTransparency.TRANSPARENT,
    busystatus: ICalEventBusyStatus.FREE,
  };
}

// The format cannot represent other control characters.
function plainText(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .trim();
}

function plainLine(text: string): string {
  return plainText(text).replace(/\s+/g, ' ');
}

// The library escapes texts of events, but not of the calendar itself.
function named(text: string): string {
  return escapeText(plainLine(text), false);
}
