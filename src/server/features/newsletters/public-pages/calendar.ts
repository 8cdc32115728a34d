import ical, { escape as escapeText, ICalEventBusyStatus, ICalEventTransparency } from 'ical-generator';
import { DAY_MS, HOUR_MS } from '#newsletter/values/durations.ts';
import type { CalendarEntry } from '#server/platform/db/schema/newsletters.ts';

/** What stands around the events of a calendar file. */
export interface CalendarSource {
  readonly events: readonly CalendarEntry[];
  readonly schoolName: string;
  /** The newsletter's page. */
  readonly pageUrl: string;
  /** When this edition was published: its events were last changed then. */
  readonly publishedAt: Date;
  readonly productName: string;
  /** Of a file with several events: what a calendar made from it is called. */
  readonly name?: string;
}

/** An event tells when it begins, not when it ends; calendars need both, in milliseconds. */
const USUAL_LENGTH = HOUR_MS;

/** A calendar file (RFC 5545), lines ended and folded as it asks for. Moments are in UTC, which every program turns into its own time. */
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
  // A day at school should not show a parent as busy all day.
  return {
    start: moment,
    end: new Date(moment.getTime() + DAY_MS),
    allDay: true,
    transparency: ICalEventTransparency.TRANSPARENT,
    busystatus: ICalEventBusyStatus.FREE,
  };
}

// The format has no way to write the other controls.
function plainText(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .trim();
}

function plainLine(text: string): string {
  return plainText(text).replace(/\s+/g, ' ');
}

// The library escapes the texts of events, but not those of the calendar itself.
function named(text: string): string {
  return escapeText(plainLine(text), false);
}
