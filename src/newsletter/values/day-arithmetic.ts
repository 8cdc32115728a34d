import { DAY_MS } from './durations.ts';

/** Calculations with days, `YYYY-MM-DD`. */

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/** The number of days from one day to another; negative if the other is earlier. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);
}

/** The day with these parts, the month from 1 to 12; null if there is no such day. */
export function dayOf(year: number, month: number, day: number): string | null {
  const moment = new Date(Date.UTC(year, month - 1, day));
  return moment.getUTCMonth() === month - 1 && moment.getUTCDate() === day
    ? moment.toISOString().slice(0, 10)
    : null;
}

/** The same day of the next month, or its last day. */
export function sameDayNextMonth(day: string): string {
  const { year, month, date } = dateParts(day);
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return isoDay(Date.UTC(year, month, Math.min(date, last)));
}

/** The same weekday of the next month: its second Friday for a second Friday, its last one for a fifth. */
export function sameWeekdayNextMonth(day: string): string {
  const { year, month, date } = dateParts(day);
  const first = isoDay(Date.UTC(year, month, 1));
  const ahead = (weekdayOf(day) - weekdayOf(first) + 7) % 7;
  const found = addDays(first, ahead + 7 * Math.floor((date - 1) / 7));
  return dateParts(found).month === dateParts(first).month ? found : addDays(found, -7);
}

/** Year, month (1 to 12) and day of the month. */
export function dateParts(day: string): {
  readonly year: number;
  readonly month: number;
  readonly date: number;
} {
  const moment = new Date(Date.parse(day));
  return { year: moment.getUTCFullYear(), month: moment.getUTCMonth() + 1, date: moment.getUTCDate() };
}

function weekdayOf(day: string): number {
  return new Date(Date.parse(day)).getUTCDay();
}

function isoDay(moment: number): string {
  return new Date(moment).toISOString().slice(0, 10);
}
