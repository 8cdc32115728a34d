import { DIGEST_TIME, digestDay } from '#contract/families/digest-day.ts';
import { isTooLate } from '#contract/rules/lateness.ts';
import { addDays } from '#newsletter/issues/days.ts';
import { dayIn, momentIn } from '#newsletter/values/time-zone.ts';

/**
 * When a monthly digest goes out. It lists what families could read before, and a month without it harms them more than a day: if it is
 * hours late it waits for the next morning. Pure.
 */

/** The day itself and the two mornings after it. */
const MORNINGS = 3;

/** The month whose digest is to go out now; null if none is. */
export function dueMonth(weekday: number, timeZone: string, now: Date): string | null {
  const month = dayIn(timeZone, now).slice(0, 7);
  const mornings = morningsFrom(timeZone, digestDay(month, weekday));
  return mornings.some((at) => now >= at && !isTooLate(at, now)) ? month : null;
}

/** The morning from which on a digest that has stood still for hours goes on, today's or the next; null if it is over. */
export function goesOnAt(timeZone: string, begun: Date, now: Date): Date | null {
  return morningsFrom(timeZone, dayIn(timeZone, begun)).find((at) => !isTooLate(at, now)) ?? null;
}

function morningsFrom(timeZone: string, day: string): readonly Date[] {
  return Array.from({ length: MORNINGS }, (_, later) => momentIn(timeZone, addDays(day, later), DIGEST_TIME));
}
