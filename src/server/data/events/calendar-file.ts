import ical, {
  escape as escapeText,
  ICalEventBusyStatus,
  ICalEventStatus,
  ICalEventTransparency,
} from 'ical-generator';
import { DAY_MS, HOUR_MS } from '#newsletter/values/durations.ts';
import { withoutInvisible } from '#newsletter/values/invisible.ts';
import { isDay } from '#newsletter/values/time-zone.ts';
import { newsletterWords } from '#newsletter/words/newsletter-words.ts';
import type { CalendarEntry } from '#server/platform/db/schema/newsletters.ts';

/** The input of a calendar file. */
export interface CalendarSource {
  readonly events: readonly CalendarEntry[];
  readonly schoolName: string;
  /** The school's language. */
  readonly language: string;
  /** The newsletter's page. */
  readonly pageUrl: string;
  /** The time when this edition was published, which is the last change of its events. */
  readonly publishedAt: Date;
  readonly productName: string;
  /** The calendar's name, for a file with several events. */
  readonly name?: string;
  /** The seconds after which calendars that follow the file should load it again. */
  readonly refresh?: number;
}

/** The length of an event without an end, in milliseconds: calendars need an end. */
const USUAL_LENGTH = HOUR_MS;

/** A calendar file (RFC 5545). Moments are in UTC, which calendar programs convert to local time. */
export function calendarFile(source: CalendarSource): string {
  const { events, schoolName, pageUrl, publishedAt, productName, name, refresh = null } = source;
  const { words } = newsletterWords(source.language);
  const calendar = ical({
    prodId: { company: named(productName), product: 'Newsletters', language: 'EN' },
    name: name === undefined ? null : named(name),
    ttl: refresh,
  });
  for (const event of events) {
    calendar.createEvent({
      ...timesOf(event),
      id: event.uid,
      sequence: event.sequence,
      stamp: event.changedAt === undefined ? publishedAt : new Date(event.changedAt),
      // Outlook shows cancelled events like any others.
      summary: plainLine(event.cancelled === true ? `${words.cancelled}: ${event.title}` : event.title),
      description: [plainText(event.description), '', plainLine(schoolName), pageUrl].join('\n').trim(),
      url: pageUrl,
      ...(event.place === undefined ? {} : { location: plainLine(event.place) }),
      ...(event.cancelled === true ? { status: ICalEventStatus.CANCELLED } : {}),
    });
  }
  return `${calendar.toString()}\r\n`;
}

function timesOf({ start, end }: CalendarEntry) {
  const moment = new Date(start);
  if (!isDay(start))
    return {
      start: moment,
      end: end === undefined ? new Date(moment.getTime() + USUAL_LENGTH) : new Date(end),
    };
  // An all-day event should not mark a parent as busy.
  return {
    start: moment,
    // The first moment after the event.
    end: new Date(Date.parse(end ?? start) + DAY_MS),
    allDay: true,
    transparency: ICalEventTransparency.TRANSPARENT,
    busystatus: ICalEventBusyStatus.FREE,
  };
}

// The format cannot represent other control characters.
function plainText(text: string): string {
  return withoutInvisible(text)
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .trim();
}

function plainLine(text: string): string {
  return plainText(text).replace(/\s+/g, ' ');
}

// The library escapes the texts of events, but not of the calendar itself.
function named(text: string): string {
  return escapeText(plainLine(text), false);
}
