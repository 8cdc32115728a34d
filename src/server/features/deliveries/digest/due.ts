import { DIGEST_TIME, digestDay } from '#contract/families/digest-day.ts';
import { isTooLate } from '#contract/rules/lateness.ts';
import { addDays } from '#newsletter/values/day-arithmetic.ts';
import { dayIn, momentIn } from '#newsletter/values/time-zone.ts';

/**
 * The schedule of monthly digests. Families could read their newsletters before, and a missing month harms them more than a day's delay:
 * a digest that is hours late waits for the next morning. Pure.
 */

/** The morning of its day and the two after it. */
const MORNINGS = 3;

/** The month whose digest is due now; null if none is. */
export function dueMonth(weekday: number, timeZone: string, now: Date): string | null {
  const month = dayIn(timeZone, now).slice(0, 7);
  const mornings = morningsFrom(timeZone, digestDay(month, weekday));
  return mornings.some((at) => now >= at && !isTooLate(at, now)) ? month : null;
}

/** The morning, today's or a later one, on which a digest that was stuck for hours continues; null after the last one. */
export function goesOnAt(timeZone: string, begun: Date, now: Date): Date | null {
  return morningsFrom(timeZone, dayIn(timeZone, begun)).find((at) => !isTooLate(at, now)) ?? null;
}

function morningsFrom(timeZone: string, day: string): readonly Date[] {
  return Array.from({ length: MORNINGS }, (_, later) => momentIn(timeZone, addDays(day, later), DIGEST_TIME));
}
