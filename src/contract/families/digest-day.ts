import { addDays } from '#newsletter/values/day-arithmetic.ts';
import { dayIn, momentIn } from '#newsletter/values/time-zone.ts';

/** The days of monthly digests. Pure. */

/** The earliest time of day for a digest, by the school's clock. */
export const DIGEST_TIME = '07:00';

/** The first day of a month (`YYYY-MM`) that is this weekday; Monday is 1. */
export function digestDay(month: string, weekday: number): string {
  const first = `${month}-01`;
  const [year = 0, number = 1] = month.split('-').map(Number);
  const firstWeekday = new Date(Date.UTC(year, number - 1, 1)).getUTCDay();
  return addDays(first, (weekday - firstWeekday + 7) % 7);
}

/** The day of the next digest. */
export function nextDigestDay(weekday: number, timeZone: string, now: Date): string {
  const month = dayIn(timeZone, now).slice(0, 7);
  const day = digestDay(month, weekday);
  if (now < momentIn(timeZone, day, DIGEST_TIME)) return day;
  return digestDay(addDays(`${month}-28`, 4).slice(0, 7), weekday);
}
