import { fullDate } from '#newsletter/values/dates.ts';
import { DAY_MS } from '#newsletter/values/durations.ts';

/** 'Wed 4 Nov'. */
export function shortDate(day: string): string {
  return format(day, { weekday: 'short', day: 'numeric', month: 'short' }).replace(',', '');
}

/** 'Wednesday 4 November'. */
export function longDay(day: string): string {
  return format(day, { weekday: 'long', day: 'numeric', month: 'long' });
}

/** 'Today', 'Yesterday', or 'Tuesday 6 October 2026'; days are `YYYY-MM-DD`. */
export function timelineDay(day: string, today: string): string {
  const days = (Date.parse(today) - Date.parse(day)) / DAY_MS;
  if (days === 0) return 'Today';
  return days === 1 ? 'Yesterday' : (fullDate(day, 'en') ?? day);
}

function format(day: string, parts: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat('en-GB', { ...parts, timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));
}
