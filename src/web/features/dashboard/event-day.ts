/** What a calendar leaf shows of an event. */
export interface EventDay {
  /** 'Fri' */
  readonly weekday: string;
  /** '27' */
  readonly day: string;
  /** 'Nov' */
  readonly month: string;
  /** '09:15', or nothing where the event lasts all day. */
  readonly time: string | null;
}

/** Reads an event's start: a moment in ISO 8601, shown where the school is, or a day, which is the same everywhere. */
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
