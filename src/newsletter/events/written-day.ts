import { calendarNames, oneOf } from '#newsletter/issues/months.ts';
import { dateParts, dayOf, daysBetween } from '#newsletter/values/day-arithmetic.ts';
import { plainScript } from './plain-script.ts';

/** Finds the day of an event in words: 'Fri 5 Dec', '5th of December 2026', '14–18 December', '05/12/2026', '5.12.' */

/** One or several days, with the position of their words in the line. */
export interface WrittenDay {
  readonly from: number;
  readonly to: number;
  /** `YYYY-MM-DD` */
  readonly date: string;
  readonly lastDay: string | null;
  /** Whether a written weekday matches the date; true without one. */
  readonly isWeekdayRight: boolean;
}

/** 'To' between two days or two times, in the languages of newsletters. */
export const TO =
  '(?:\\s*[–—-]\\s*|\\s+(?:to|until|till|i|tan|gu|go|bis|al?|à|au|tot|t/m|do|até|às|الى|حتى)\\s+)';
// Arabic joins 'and' to the following word.
const START = '(?:(?<![\\p{L}\\p{N}])|(?<=(?<![\\p{L}\\p{N}])و))';
const END = '(?![\\p{L}\\p{N}])';
/** Abbreviations of weekdays that `Intl` does not have. */
const MORE_WEEKDAYS: readonly (readonly [string, number])[] = [
  ['tues', 2],
  ['weds', 3],
  ['thur', 4],
  ['thurs', 4],
];
/** How many days ago a day without a year can be, as newsletters look ahead. */
const PAST_DAYS = 60;

interface Found {
  readonly from: number;
  readonly to: number;
  readonly first: string | undefined;
  readonly date: string;
  readonly weekday: string | undefined;
  readonly month: number;
  readonly year: string | undefined;
}

/** The first day in a line; `today` determines the year of a day without one. Null if there is no day in it. */
export function findDay(line: string, language: string, today: string): WrittenDay | null {
  const text = plainScript(line);
  const names = calendarNames(language);
  const months = withShorter(names.months);
  const weekdays = new Map([...MORE_WEEKDAYS, ...withShorter(names.weekdays)]);
  const finders = makeFinders(oneOf(months.keys()), oneOf(weekdays.keys()), months);
  const found = firstIn(text, finders);
  if (found === null) return null;
  const year = yearOf(found, today, weekdays);
  const day = dayOf(year, found.month, Number(found.date));
  if (day === null) return null;
  const weekday = weekdays.get(found.weekday?.toLowerCase() ?? '');
  const first = found.first === undefined ? null : dayOf(year, found.month, Number(found.first));
  const begin = first !== null && first < day ? first : day;
  const written = {
    from: found.from,
    date: begin,
    isWeekdayRight: weekday === undefined || weekday === weekdayOf(begin),
  };
  const joint = new RegExp(`^${TO}`, 'iu').exec(text.slice(found.to))?.[0];
  const end = joint === undefined ? null : firstIn(text.slice(found.to + joint.length), finders);
  // '30 November – 2 December'
  if (begin === day && joint !== undefined && end?.from === 0) {
    const last = dayOf(yearOf(end, day, weekdays), end.month, Number(end.date));
    if (last !== null && last > day)
      return { ...written, to: found.to + joint.length + end.to, lastDay: last };
  }
  return { ...written, to: found.to, lastDay: begin === day ? null : day };
}

/** Adds the shorter forms that people write, in plain script: 'Gwener' for 'Dydd Gwener', 'sexta' for 'sexta-feira'. */
function withShorter(names: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  const shorter = [...names].map(([name, index]) => [name.replace(/^.*\s|-feira$/g, ''), index] as const);
  return new Map([...shorter, ...names].map(([name, index]) => [plainScript(name), index]));
}

type Finder = (line: string) => Found | null;

function firstIn(line: string, finders: readonly Finder[]): Found | null {
  const found = finders.flatMap((find) => find(line) ?? []);
  return found.sort((one, other) => one.from - other.from)[0] ?? null;
}

function makeFinders(
  monthNames: string,
  weekdayNames: string,
  months: ReadonlyMap<string, number>,
): readonly Finder[] {
  // Welsh writes 'ddydd Gwener' after a preposition.
  const weekday = `(?:(?:d(?=dydd\\s))?(?<weekday>${weekdayNames})[.,،]*\\s+(?:(?:the|den|le|el|il)\\s+)?)?`;
  const suffix = '(?:st|nd|rd|th|er|\\.|º|ª)?';
  const first = `(?:(?<first>\\d{1,2})${suffix}${TO}(?:(?:${weekdayNames})[.,،]*\\s+)?)?`;
  const month = `(?<month>${monthNames})${END}\\.?`;
  const year = '(?:[,،]?\\s+(?:de\\s+)?(?<year>20\\d\\d)(?!\\p{N}|:\\d))?';
  const patterns = [
    `${START}${weekday}${first}(?<date>\\d{1,2})${suffix}\\s*(?:of\\s+|de\\s+)?${month}${year}`,
    `${START}${weekday}${month}\\s+(?<date>\\d{1,2})(?:st|nd|rd|th)?(?![\\p{N}:])${year}`,
    `${START}(?<year>20\\d\\d)-(?<number>\\d{2})-(?<date>\\d{2})${END}`,
    `${START}${weekday}(?<date>\\d{1,2})(?<sign>[./])(?<number>\\d{1,2})\\k<sign>(?<year>20\\d\\d|\\d\\d)?${END}`,
    // Without a year it could also be 'Year 3/4', unless the line begins with it.
    `(?<=^|\\n)${weekday}(?<date>\\d{1,2})/(?<number>\\d{1,2})(?![\\p{N}/])`,
  ];
  return patterns.map((pattern) => {
    const expression = new RegExp(pattern, 'iu');
    return (line) => {
      const match = expression.exec(line);
      const { first, date = '', weekday, month = '', number, year } = match?.groups ?? {};
      const index = months.get(month.toLowerCase()) ?? Number(number);
      // A leap year has every day.
      if (match === null || dayOf(2028, index, Number(date)) === null) return null;
      const [words] = match;
      return { from: match.index, to: match.index + words.length, first, date, weekday, month: index, year };
    };
  });
}

/** The written year; or else the next one with that day, or with that day on the written weekday. */
function yearOf(found: Found, today: string, weekdays: ReadonlyMap<string, number>): number {
  if (found.year !== undefined) return Number(found.year.padStart(4, '20'));
  const { year } = dateParts(today);
  const weekday = weekdays.get(found.weekday?.toLowerCase() ?? '');
  const ahead = [year - 1, year, year + 1].filter((each) => {
    const day = dayOf(each, found.month, Number(found.date));
    return day !== null && daysBetween(today, day) >= -PAST_DAYS;
  });
  const fitting = ahead.find((each) => {
    const day = dayOf(each, found.month, Number(found.first ?? found.date));
    return day !== null && weekdayOf(day) === weekday && daysBetween(today, day) <= 365;
  });
  return fitting ?? ahead[0] ?? year;
}

function weekdayOf(day: string): number {
  return new Date(Date.parse(day)).getUTCDay();
}
