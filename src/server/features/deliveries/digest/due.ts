import { addDays } from '#newsletter/issues/days.ts';
import { dayIn, momentIn } from '#newsletter/values/time-zone.ts';

/** When a monthly digest goes out. Pure. */

/** Not before this, by the school's clock. */
const TIME = '07:00';
/** A program that was down sends it so many days later, at most. */
const LATE_DAYS = 3;

/** The first such weekday of a month (`YYYY-MM`); Monday is 1. */
export function digestDay(month: string, weekday: number): string {
  const first = `${month}-01`;
  const [year = 0, number = 1] = month.split('-').map(Number);
  const firstWeekday = new Date(Date.UTC(year, number - 1, 1)).getUTCDay();
  return addDays(first, (weekday - firstWeekday + 7) % 7);
}

/** The month whose digest is to go out now; null if none is. */
export function dueMonth(weekday: number, timeZone: string, now: Date): string | null {
  const month = dayIn(timeZone, now).slice(0, 7);
  const day = digestDay(month, weekday);
  const isOver = now >= momentIn(timeZone, addDays(day, LATE_DAYS), TIME);
  return now >= momentIn(timeZone, day, TIME) && !isOver ? month : null;
}
