import { addDays } from '#newsletter/issues/days.ts';
import { dayIn, momentIn } from '#newsletter/values/time-zone.ts';
import { DIGEST_TIME, digestDay } from '#server/data/families/digest-day.ts';

/** When a monthly digest goes out. Pure. */

/** A program that was down sends it so many days later, at most. */
const LATE_DAYS = 3;

/** The month whose digest is to go out now; null if none is. */
export function dueMonth(weekday: number, timeZone: string, now: Date): string | null {
  const month = dayIn(timeZone, now).slice(0, 7);
  const day = digestDay(month, weekday);
  const isOver = now >= momentIn(timeZone, addDays(day, LATE_DAYS), DIGEST_TIME);
  return now >= momentIn(timeZone, day, DIGEST_TIME) && !isOver ? month : null;
}
