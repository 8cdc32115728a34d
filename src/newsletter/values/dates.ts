import { DAY_MS } from './durations.ts';
import { dayIn, timeIn } from './time-zone.ts';

/**
 * Formats dates. Calendar days (`YYYY-MM-DD`) are formatted in a school's language, independent of time zones;
 * moments as days in the school's time zone, in English.
 */

/** A day's parts for the tile of an event: 'Fri', '9', 'Oct', '9 Oct' in the language's order, and '2026'; null for an invalid date. */
export function dayParts(
  date: string,
  language: string,
): Readonly<Record<'weekday' | 'day' | 'month' | 'dayMonth' | 'year', string>> | null {
  const moment = parseDay(date);
  if (moment === null) return null;
  const short = (kind: 'month' | 'shortWeekday') => format(moment, language, kind).replace(/\.$/, '');
  const [day, month] = [String(moment.getUTCDate()), short('month')];
  return {
    weekday: short('shortWeekday'),
    day,
    month,
    dayMonth: isMonthFirst(language) ? format(moment, language, 'dayMonth') : `${day} ${month}`,
    year: date.slice(0, 4),
  };
}

/** Formats a day as 'Mon 5 Oct', with the year unless it is that of `today`; returns an invalid date unchanged. */
export function shortDay(date: string, language: string, today: string): string {
  const moment = parseDay(date);
  if (moment === null) return date;
  return format(moment, language, date.slice(0, 4) === today.slice(0, 4) ? 'short' : 'shortWithYear').replace(
    ',',
    '',
  );
}

/** Formats a day as '9 October 2026'; returns an invalid date unchanged. */
export function longDate(date: string, language: string): string {
  const moment = parseDay(date);
  return moment === null ? date : format(moment, language, 'long');
}

/** Formats a day as 'Friday, 9 October 2026', which makes typing errors visible; null for an invalid date. */
export function fullDate(date: string, language: string): string | null {
  const moment = parseDay(date);
  return moment === null ? null : format(moment, language, 'full');
}

/** The day of a moment in a time zone, such as '9 October 2026'. */
export function longDateIn(timeZone: string, moment: Date): string {
  return longDate(dayIn(timeZone, moment), 'en');
}

/** The day of a moment in a time zone, such as '09/10/2026'. */
export function numericDateIn(timeZone: string, moment: Date): string {
  return dayIn(timeZone, moment).split('-').reverse().join('/');
}

/** A moment in a time zone, such as '09/10/2026, 14:02'. */
export function dateAndTimeIn(timeZone: string, moment: Date): string {
  return `${numericDateIn(timeZone, moment)}, ${timeIn(timeZone, moment)}`;
}

/** A day within a sentence, such as 'Friday 9 October'; returns an invalid date unchanged. */
export function formatWeekday(day: string, language = 'en'): string {
  const moment = parseDay(day);
  if (moment === null) return day;
  // Some browsers add a comma in English.
  if (language === 'en') return `${format(moment, 'en', 'weekday')} ${format(moment, 'en', 'inYear')}`;
  return format(moment, language, 'weekdayInYear');
}

/** A day within a sentence, such as '9 October'; returns an invalid date unchanged. */
export function formatDayAndMonth(day: string): string {
  const moment = parseDay(day);
  return moment === null ? day : format(moment, 'en', 'inYear');
}

/** A day's month, such as 'October', with the year unless it is that of `today`; `day` may be `YYYY-MM`. */
export function monthName(day: string, language: string, today = ''): string {
  const moment = new Date(`${day.slice(0, 7)}-01T00:00:00Z`);
  return format(moment, language, day.slice(0, 4) === today.slice(0, 4) ? 'longMonth' : 'monthOfYear');
}

/** The number of midnights in a time zone from `now` to `moment`: 0 on the same day, negative for past days. */
export function daysUntil(moment: Date, now: Date, timeZone: string): number {
  return (Date.parse(dayIn(timeZone, moment)) - Date.parse(dayIn(timeZone, now))) / DAY_MS;
}

export const MONDAY = 1;
export const TUESDAY = 2;
export const WEDNESDAY = 3;
export const THURSDAY = 4;
export const FRIDAY = 5;

/** The first given weekday (0 is Sunday) at least `days` days after today, as `YYYY-MM-DD`. */
export function nextWeekday(today: string, weekday: number, days: number): string {
  const from = Date.parse(today) + days * DAY_MS;
  const ahead = (weekday - new Date(from).getUTCDay() + 7) % 7;
  return new Date(from + ahead * DAY_MS).toISOString().slice(0, 10);
}

function parseDay(date: string): Date | null {
  const moment = /^\d{4}-\d{2}-\d{2}$/.test(date) ? new Date(`${date}T00:00:00Z`) : null;
  return moment === null || Number.isNaN(moment.getTime()) ? null : moment;
}

const FORMATS = {
  month: { month: 'short' },
  longMonth: { month: 'long' },
  monthOfYear: { month: 'long', year: 'numeric' },
  full: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  weekday: { weekday: 'long' },
  shortWeekday: { weekday: 'short' },
  dayMonth: { day: 'numeric', month: 'short' },
  short: { weekday: 'short', day: 'numeric', month: 'short' },
  shortWithYear: { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' },
  inYear: { day: 'numeric', month: 'long' },
  weekdayInYear: { weekday: 'long', day: 'numeric', month: 'long' },
  long: { day: 'numeric', month: 'long', year: 'numeric' },
} as const;
const formatters = new Map<string, Intl.DateTimeFormat>();

// Cached, because creating a formatter takes longer than compiling a whole block. The cache is bounded.
function format(moment: Date, language: string, kind: keyof typeof FORMATS): string {
  const key = `${kind} ${language}`;
  const known = formatters.get(key);
  if (known !== undefined) return known.format(moment);
  const formatter = new Intl.DateTimeFormat(safeLanguage(language), { ...FORMATS[kind], timeZone: 'UTC' });
  if (formatters.size > 100) formatters.clear();
  formatters.set(key, formatter);
  return formatter.format(moment);
}

// Chinese writes '12月5日', for example.
function isMonthFirst(language: string): boolean {
  return format(JANUARY_31, language, 'dayMonth').indexOf('31') > 0;
}
const JANUARY_31 = new Date(Date.UTC(2000, 0, 31));

/**
 * A language tag that `Intl` accepts. Plain 'en' becomes 'en-GB': `Intl` would use American dates.
 */
export function safeLanguage(language: string): string {
  if (language === 'en') return 'en-GB';
  try {
    return Intl.getCanonicalLocales(language)[0] ?? 'en-GB';
  } catch {
    return 'en-GB';
  }
}
