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
  const isDay = /^\d{4}-\d\d-\d\d$/.test(start);
  const moment = new Date(isDay ? `${start}T12:00:00Z` : start);
  const timeZone = isDay ? 'UTC' : zone;
  const part = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-GB', { ...options, timeZone }).format(moment);
  return {
    weekday: part({ weekday: 'short' }),
    day: part({ day: 'numeric' }),
    month: part({ month: 'short' }),
    time: isDay ? null : part({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
  };
}
