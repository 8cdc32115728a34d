import { addDays, dateParts, dayOf, daysBetween } from '#newsletter/values/day-arithmetic.ts';
import { type CalendarNames, calendarNames, oneOf } from './months.ts';
import type { Rhythm } from './rhythm.ts';

/** Finds the parts of a title that change with each issue: dates, months, terms, numbers of issues and weeks. */

/** The days of one issue and the next. */
interface Step {
  readonly from: string;
  readonly to: string;
  readonly rhythm: Rhythm;
}

/** A part of a title. `day` and `rhythm` are derived from it; `next` returns its words in the next issue. */
export interface TitlePart {
  readonly index: number;
  readonly words: string;
  readonly day: string | null;
  readonly rhythm: Rhythm | null;
  readonly next: (step: Step) => string;
}

/** The parts of a title in order. `near` is a day close to the publishing, which determines the year of a date. */
export function titleParts(title: string, language: string, near: string): readonly TitlePart[] {
  const names = calendarNames(language);
  const dates = [...isoDates(title), ...slashedDates(title), ...writtenDates(title, names, near)];
  const months = dates.length > 0 ? [] : loneMonths(title, names, near);
  const isDated = dates.length > 0 || months.length > 0;
  // In 'Newsletter 13 November' the number is a day.
  const numbers = [
    ...numbered(title, ISSUE, () => 1, null),
    ...numbered(title, WEEK, weeksOf, 'weekly'),
  ].filter((number) => !dates.some((date) => overlap(number, date)));
  const terms = isDated || numbers.length > 0 ? [] : loneTerms(title);
  return [...dates, ...months, ...numbers, ...terms].sort((one, other) => one.index - other.index);
}

function overlap(one: TitlePart, other: TitlePart): boolean {
  return one.index < other.index + other.words.length && other.index < one.index + one.words.length;
}

// Not within a longer word or number.
const START = String.raw`(?<![\p{L}\p{N}])`;
const END = String.raw`(?![\p{L}\p{N}])`;

function isoDates(title: string): readonly TitlePart[] {
  return [...title.matchAll(new RegExp(`${START}(\\d{4})-(\\d{2})-(\\d{2})${END}`, 'gu'))].flatMap(
    (match) => {
      const [words] = match;
      const day = dayOf(Number(match[1]), Number(match[2]), Number(match[3]));
      return day === null ? [] : [datePart(match.index, words, day, (moved) => moved)];
    },
  );
}

// Day, month, year. Without a year it could also be 'Year 3/4'.
function slashedDates(title: string): readonly TitlePart[] {
  const pattern = new RegExp(`${START}(\\d{1,2})([./])(\\d{1,2})\\2(\\d{4}|\\d{2})${END}`, 'gu');
  return [...title.matchAll(pattern)].flatMap((match) => {
    const [words, date = '', sign = '', month = '', year = ''] = match;
    const day = dayOf(year.length === 2 ? 2000 + Number(year) : Number(year), Number(month), Number(date));
    if (day === null) return [];
    const padded = (part: string, like: string) => (like.length === 1 ? String(Number(part)) : part);
    return [
      datePart(match.index, words, day, (moved) => {
        const [y = '', m = '', d = ''] = moved.split('-');
        return [padded(d, date), padded(m, month), y.slice(-year.length)].join(sign);
      }),
    ];
  });
}

function writtenDates(title: string, names: CalendarNames, near: string): readonly TitlePart[] {
  const month = `(?<month>${oneOf(names.months.keys())})`;
  const weekday = `(?:(?<weekday>${oneOf(names.weekdays.keys())})(?<gap>\\.?,? ))?`;
  const date = '(?<date>\\d{1,2})(?<suffix>st|nd|rd|th|er|\\.|º)?';
  const year = '(?:(?<beforeYear>,? (?:de )?)(?<year>\\d{4}))?';
  const range = '(?:(?<first>\\d{1,2})(?<to>[–-]| to ))?';
  const dayFirst = `${START}${weekday}${range}${date}(?<between> (?:of |de )?)${month}${END}${year}`;
  const monthFirst = `${START}${weekday}${month}(?<between> )${date}${END}${year}`;
  const find = (pattern: string, isDayFirst: boolean) =>
    [...title.matchAll(new RegExp(pattern, 'giu'))].flatMap(({ index, 0: words, groups = {} }) => {
      const day = dayNear(groups, names, near);
      if (day === null) return [];
      return [datePart(index, words, day, (moved) => writeDate(groups, names, moved, isDayFirst))];
    });
  const found = find(dayFirst, true);
  return found.length > 0 ? found : find(monthFirst, false);
}

type Groups = {
  readonly [Name in
    | 'weekday'
    | 'gap'
    | 'first'
    | 'to'
    | 'date'
    | 'suffix'
    | 'between'
    | 'month'
    | 'beforeYear'
    | 'year']?: string;
};

function writeDate(groups: Groups, names: CalendarNames, moved: string, isDayFirst: boolean): string {
  const { month = '', date = '', between = ' ', suffix, weekday, gap = '', first, to = '' } = groups;
  const monthName = (of: string) => names.monthLike(month, dateParts(of).month);
  const written = `${dateParts(moved).date}${suffixLike(suffix, dateParts(moved).date)}`;
  const head = weekday === undefined ? '' : `${names.weekdayLike(weekday, moved)}${gap}`;
  const year = groups.year === undefined ? '' : `${groups.beforeYear ?? ' '}${dateParts(moved).year}`;
  if (!isDayFirst) return `${head}${monthName(moved)}${between}${written}${year}`;
  if (first === undefined) return `${head}${written}${between}${monthName(moved)}${year}`;
  const begin = addDays(moved, -rangeLength(Number(first), Number(date)));
  const crosses = dateParts(begin).month !== dateParts(moved).month;
  const from = crosses ? `${dateParts(begin).date} ${monthName(begin)}` : String(dateParts(begin).date);
  return `${head}${from}${to}${written}${between}${monthName(moved)}${year}`;
}

// '28–2 November' would begin in the month before.
function rangeLength(first: number, last: number): number {
  return Math.max(0, last - first);
}

function suffixLike(suffix: string | undefined, date: number): string {
  if (suffix === undefined || !/^(?:st|nd|rd|th)$/i.test(suffix)) return suffix ?? '';
  if (date % 100 >= 11 && date % 100 <= 13) return 'th';
  return ['th', 'st', 'nd', 'rd'][date % 10] ?? 'th';
}

function dayNear(groups: Groups, names: CalendarNames, near: string): string | null {
  const month = names.months.get((groups.month ?? '').toLowerCase());
  const date = Number(groups.date);
  if (month === undefined) return null;
  if (groups.year !== undefined) return dayOf(Number(groups.year), month, date);
  const { year } = dateParts(near);
  const days = [year - 1, year, year + 1].flatMap((each) => dayOf(each, month, date) ?? []);
  const distance = (day: string) => Math.abs(daysBetween(day, near));
  return days.sort((one, other) => distance(one) - distance(other))[0] ?? null;
}

function datePart(index: number, words: string, day: string, write: (moved: string) => string): TitlePart {
  return {
    index,
    words,
    day,
    rhythm: null,
    next: ({ from, to }) => write(addDays(day, daysBetween(from, to))),
  };
}

// Only with a capital, because 'may' and 'march' are words as well.
function loneMonths(title: string, names: CalendarNames, near: string): readonly TitlePart[] {
  const pattern = new RegExp(`${START}(${oneOf(names.months.keys())})${END}(?:( )(\\d{4})${END})?`, 'giu');
  return [...title.matchAll(pattern)].flatMap((match) => {
    const [words, name = '', gap = '', year] = match;
    const month = names.months.get(name.toLowerCase());
    if (month === undefined || name.charAt(0) === name.charAt(0).toLowerCase()) return [];
    const next = ({ from, to }: Step) => {
      const [then, now] = [dateParts(from), dateParts(to)];
      const index = month - 1 + 12 * (now.year - then.year) + now.month - then.month;
      const written = names.monthLike(name, (((index % 12) + 12) % 12) + 1);
      return year === undefined ? written : `${written}${gap}${Number(year) + Math.floor(index / 12)}`;
    };
    const day = dateParts(near).month === month ? near : null;
    return [{ index: match.index, words, day, rhythm: 'monthly' as const, next }];
  });
}

const TERMS: readonly string[] = ['autumn', 'spring', 'summer'];

function loneTerms(title: string): readonly TitlePart[] {
  const pattern = new RegExp(`${START}(${TERMS.join('|')})( term)?${END}(?:( )(\\d{4})${END})?`, 'giu');
  return [...title.matchAll(pattern)].map((match) => {
    const [words, name = '', term = '', gap = '', year] = match;
    const index = TERMS.indexOf(name.toLowerCase());
    const following = TERMS[(index + 1) % TERMS.length] ?? '';
    const isCapital = name.charAt(0) !== name.charAt(0).toLowerCase();
    const written = isCapital ? following.charAt(0).toUpperCase() + following.slice(1) : following;
    const next = ({ rhythm }: Step) => {
      if (rhythm !== 'termly') return words;
      return `${written}${term}${year === undefined ? '' : `${gap}${Number(year) + (index === 0 ? 1 : 0)}`}`;
    };
    return { index: match.index, words, day: null, rhythm: 'termly' as const, next };
  });
}

// In the languages of newsletters: 'Issue 12', 'Ausgabe 12', 'Rhifyn 12'.
const ISSUE =
  'issue|edition|number|no\\.?|newsletter|bulletin|rhifyn|eagrán|ausgabe|nr\\.?|nummer|número|numéro|numero|n[º°.]|editie|wydanie|numer|edição|edición|édition' +
  '|العدد|عدد|رقم';
const WEEK = 'week|wk|wythnos|seachdain|seachtain|woche|semana|semaine|settimana|tydzień|الأسبوع|أسبوع';

function weeksOf(rhythm: Rhythm): number {
  return rhythm === 'fortnightly' ? 2 : 1;
}

function numbered(
  title: string,
  names: string,
  ahead: (rhythm: Rhythm) => number,
  rhythm: Rhythm | null,
): readonly TitlePart[] {
  // A number of four digits is a year.
  const pattern = new RegExp(
    `(?:${START}(?:${names})(?: no\\.?)? ?#?|#)(\\d{1,3})${END}(?! ?[./–-]?\\d)`,
    'giu',
  );
  return [...title.matchAll(pattern)].flatMap((match) => {
    const [words, number = ''] = match;
    if (words.startsWith('#') && names !== ISSUE) return [];
    const start = words.slice(0, words.length - number.length);
    const next = (step: Step) =>
      `${start}${String(Number(number) + ahead(step.rhythm)).padStart(number.length, '0')}`;
    return [{ index: match.index, words, day: null, rhythm, next }];
  });
}
