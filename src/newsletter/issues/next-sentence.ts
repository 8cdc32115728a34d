import { formatWeekday } from '#newsletter/values/dates.ts';
import { titleParts } from './title-parts.ts';

/** The sentence in a footer about the day of the next newsletter, which is true of one issue only. */

const sentence = (words: string) => `The next newsletter is on ${words}.`;
const SENTENCE = /The next newsletter is on (?<words>[^.\n]{1,60})\./gu;
/** The sentence is English, whatever the school's language. */
const LANGUAGE = 'en';

/** 'The next newsletter is on Friday 4 December.' */
export function nextSentence(day: string): string {
  return sentence(formatWeekday(day));
}

/**
 * Updates a text of the issue before for the issue of `day`: if the sentence has that day or an earlier one, it gets
 * `following`, in the same form. Other words, and a later day, stay unchanged.
 */
export function moveNextSentence(
  words: string,
  { day, following }: { readonly day: string; readonly following: string },
): string {
  return words.replace(SENTENCE, (found, date: string) => {
    const [part, ...others] = titleParts(date, LANGUAGE, day);
    if (part === undefined || part.words !== date || others.length > 0) return found;
    if (part.day === null || part.rhythm !== null || part.day > day) return found;
    return sentence(part.next({ from: part.day, to: following, rhythm: 'weekly' }));
  });
}
