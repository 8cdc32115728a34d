import { dayParts } from '#newsletter/values/dates.ts';
import { isDay } from '#newsletter/values/time-zone.ts';
import { formatTime, localDay } from '#web/words/dates.ts';

/** The parts of an event's date as the dashboard shows them. */
export interface EventDay {
  /** 'Fri' */
  readonly weekday: string;
  /** '27' */
  readonly day: string;
  /** 'Nov' */
  readonly month: string;
  /** '09:15', or null if the event lasts all day. */
  readonly time: string | null;
}

/** Formats an event's start: an ISO 8601 moment in the school's time zone, or a `YYYY-MM-DD` day without a zone. */
export function eventDay(start: string, zone: string | undefined): EventDay {
  const parts = dayParts(isDay(start) ? start : localDay(start, zone), 'en');
  return {
    weekday: parts?.weekday ?? '',
    day: parts?.day ?? '',
    month: parts?.month ?? '',
    time: isDay(start) ? null : formatTime(start, zone),
  };
}
