import { fullDate, longDate } from '#newsletter/values/dates.ts';
import { archiveWords } from '#newsletter/words/archive-words.ts';
import type { School } from '#server/data/schools.ts';

/** A day in the page's language: '9 October 2026'. */
export function dayOnPage({ language }: School, day: string): string {
  return longDate(day, archiveWords(language).lang);
}

/** A day with its weekday: 'Friday 9 October 2026'. */
export function dayInFull({ language }: School, day: string): string {
  return fullDate(day, archiveWords(language).lang) ?? day;
}
