import { DAY_MS } from './durations.ts';
import { dayIn } from './time-zone.ts';

/**
 * Days as people read them: calendar days, `YYYY-MM-DD`, in a school's language, which no time zone moves; and the days
 * of moments where a school is, in English.
 */

/** Day and month for a small tile, as '13' and 'OCT'; a hyphen each for what is no date. */
export function dayAndMonth(
  date: string,
  language: string,
): { readonly day: string; readonly month: string } {
  const moment = momentOf(date);
  if (moment === null) return { day: '–', month: '–' };
  const month = format(moment, language, 'month').replace(/\.$/, '');
  return { day: String(moment.getUTCDate()), month: month.toLocaleUpperCase(safeLanguage(language)) };
}

/** As '9 October 2026'; the text itself when it is no date. */
export function longDate(date: string, language: string): string {
  const moment = momentOf(date);
  return moment === null ? date : format(moment, language, 'long');
}

/** As 'Friday, 9 October 2026', so that a slip of the hand is seen; null when it is no date. */
export function fullDate(date: string, language: string): string | null {
  const moment = momentOf(date);
  return moment === null ? null : format(moment, language, 'full');
}

/** The day of a moment where a school is, as '9 October 2026'. */
export function longDateIn(timeZone: string, moment: Date): string {
  return longDate(dayIn(timeZone, moment), 'en');
}

/** The day of a moment where a school is, as '09/10/2026'. */
export function numericDateIn(timeZone: string, moment: Date): string {
  return dayIn(timeZone, moment).split('-').reverse().join('/');
}

/** A moment where a school is, as '09/10/2026, 14:02'. */
export function dateAndTimeIn(timeZone: string, moment: Date): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'short', timeStyle: 'short', timeZone }).format(
    moment,
  );
}

/** A day as in a sentence: 'Friday 9 October'; the text itself when it is no date. */
export function formatWeekday(day: string): string {
  const moment = momentOf(day);
  return moment === null ? day : `${format(moment, 'en', 'weekday')} ${format(moment, 'en', 'inYear')}`;
}

/** How many midnights of a place lie between two moments: 0 is the same day there, less than 0 is a day that is over. */
export function daysUntil(moment: Date, now: Date, timeZone: string): number {
  return (Date.parse(dayIn(timeZone, moment)) - Date.parse(dayIn(timeZone, now))) / DAY_MS;
}

export const MONDAY = 1;
export const TUESDAY = 2;
export const WEDNESDAY = 3;
export const THURSDAY = 4;
export const FRIDAY = 5;

/** The first such day of the week (0 is Sunday) at least so many days on, as `YYYY-MM-DD`. */
export function dayOn(today: string, weekday: number, days: number): string {
  const from = Date.parse(today) + days * DAY_MS;
  const ahead = (weekday - new Date(from).getUTCDay() + 7) % 7;
  return new Date(from + ahead * DAY_MS).toISOString().slice(0, 10);
}

function momentOf(date: string): Date | null {
  const moment = /^\d{4}-\d{2}-\d{2}$/.test(date) ? new Date(`${date}T00:00:00Z`) : null;
  return moment === null || Number.isNaN(moment.getTime()) ? null : moment;
}

const FORMATS = {
  month: { month: 'short' },
  full: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  weekday: { weekday: 'long' },
  inYear: { day: 'numeric', month: 'long' },
  long: { day: 'numeric', month: 'long', year: 'numeric' },
} as const;
const formatters = new Map<string, Intl.DateTimeFormat>();

// Making a formatter takes longer than compiling a whole block, so they are kept, but not without end.
function format(moment: Date, language: string, kind: keyof typeof FORMATS): string {
  const key = `${kind} ${language}`;
  const known = formatters.get(key);
  if (known !== undefined) return known.format(moment);
  const formatter = new Intl.DateTimeFormat(safeLanguage(language), { ...FORMATS[kind], timeZone: 'UTC' });
  if (formatters.size > 100) formatters.clear();
  formatters.set(key, formatter);
  return formatter.format(moment);
}

/**
 * A language that `Intl` takes without throwing. Plain 'en' is American there; the schools of this product write the day
 * first.
 */
export function safeLanguage(language: string): string {
  if (language === 'en') return 'en-GB';
  try {
    return Intl.getCanonicalLocales(language)[0] ?? 'en-GB';
  } catch {
    return 'en-GB';
  }
}
