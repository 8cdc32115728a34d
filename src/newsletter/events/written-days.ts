import { calendarNames, oneOf } from '#newsletter/issues/months.ts';
import { dateParts, dayOf } from '#newsletter/values/day-arithmetic.ts';
import { plainScript } from './plain-script.ts';
import { findDay, type WrittenDay } from './written-day.ts';

/** Finds the days of an event on several days: '5 September, 24 October and 2 January', '5, 12 and 19 September'. */

/** At least one day, with the position of all their words in the line. */
export interface WrittenDays {
  readonly from: number;
  readonly to: number;
  readonly days: readonly Pick<WrittenDay, 'date' | 'lastDay' | 'isWeekdayRight'>[];
}

/** 'And' between two days, in the languages of newsletters, except those in which the same word means 'to'. */
const AND = '(?:\\s*(?:[,;،]\\s*)?(?:[&+و]|(?:and|und|et|y|e|ed|en|oraz|ac|agus|is)\\b)\\s*|\\s*[,;،]\\s*)';
const NUMBER = '\\d{1,2}(?:st|nd|rd|th|er|\\.|º|ª)?';
const NEXT = new RegExp(`^${AND}`, 'iu');
/** Numbers before a day are days of its month. */
const BEFORE = `${NUMBER}(?:${AND}${NUMBER})*${AND}$`;
/** 'Years 3, 4 and 5 June' is about years, not days. */
const NO_DAYS =
  /(?:years?|class(?:es)?|forms?|grades?|stages?|groups?|rooms?|klassen?|classes?|clases?)\s*$/i;

/** The days of a line; null without any. `today` determines the year of days without one. */
export function findDays(written: string, language: string, today: string): WrittenDays | null {
  const line = plainScript(written);
  const first = findDay(line, language, today);
  if (first === null) return null;
  const days: WrittenDay[] = [first];
  let { to } = first;
  for (;;) {
    const joint = NEXT.exec(line.slice(to))?.[0];
    if (joint === undefined) break;
    const from = to + joint.length;
    const next = findDay(line.slice(from), language, days.at(-1)?.date ?? today);
    if (next?.from !== 0) break;
    days.push(next);
    to = from + next.to;
  }
  const earlier = daysBefore(line.slice(0, first.from), first, language);
  return { from: first.from - earlier.length, to, days: [...earlier.days, ...days] };
}

function daysBefore(
  words: string,
  { date }: WrittenDay,
  language: string,
): Pick<WrittenDays, 'days'> & { length: number } {
  const none = { days: [], length: 0 };
  const weekday = `(?:(?:${oneOf([...calendarNames(language).weekdays.keys()].map(plainScript))})[.,،]*\\s+)?`;
  const found = new RegExp(`(?<![\\p{L}\\p{N}.:/-])${weekday}${BEFORE}`, 'iu').exec(words)?.[0];
  if (found === undefined || NO_DAYS.test(words.slice(0, -found.length))) return none;
  const { year, month } = dateParts(date);
  const dates = (found.match(/\d+/g) ?? []).flatMap((number) => dayOf(year, month, Number(number)) ?? []);
  const isInOrder = [...dates, date].every(
    (each, index, all) => index === 0 || each > (all[index - 1] ?? ''),
  );
  if (!isInOrder) return none;
  const days = dates.map((each) => ({ date: each, lastDay: null, isWeekdayRight: true }));
  return { days, length: found.length };
}
