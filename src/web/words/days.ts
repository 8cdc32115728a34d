import { fullDate, shortDay } from '#newsletter/values/dates.ts';
import { DAY_MS } from '#newsletter/values/durations.ts';

/** 'Wed 4 Nov'. */
export function shortDate(day: string): string {
  return shortDay(day, 'en', day);
}

/** 'Today', 'Yesterday', or 'Tuesday 6 October 2026'; days are `YYYY-MM-DD`. */
export function timelineDay(day: string, today: string): string {
  const days = (Date.parse(today) - Date.parse(day)) / DAY_MS;
  if (days === 0) return 'Today';
  return days === 1 ? 'Yesterday' : (fullDate(day, 'en') ?? day);
}
