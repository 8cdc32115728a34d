import { nextWeekday } from '#newsletter/values/dates.ts';
import { addDays, daysBetween } from '#newsletter/values/day-arithmetic.ts';

/** The first day of a rhythm as people choose it: a weekday and, if every two weeks, a week. Days are `YYYY-MM-DD`. */

/** From Monday, each with its number (0 is Sunday). */
export const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'].map(
  (label, index) => ({ label, value: String((index + 1) % 7) }),
);

export function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay();
}

/** The first day with a weekday, from a day on. */
export function startOn(weekday: number, today: string): string {
  return nextWeekday(today, weekday, 0);
}

/** The two weeks in which a two-week rhythm can begin, and the one that contains `first_on`. */
export function twoStarts(first_on: string, today: string) {
  const one = startOn(weekdayOf(first_on), today);
  const other = addDays(one, 7);
  return { starts: [one, other], chosen: daysBetween(first_on, one) % 14 === 0 ? one : other };
}

/** The weekday some days before a day: 'Wednesday'. */
export function weekdayBefore(day: string, days: number): string {
  const weekday = String(weekdayOf(addDays(day, -days)));
  return WEEKDAYS.find(({ value }) => value === weekday)?.label ?? '';
}
