import { safeLanguage } from '#newsletter/values/dates.ts';
import type { Scope } from './finding.ts';
import { type Casing, shoutsIn, wordsOf } from './shouting.ts';

/**
 * What is bound to a language when capitals go: which words keep some. Nothing here is a list of words. The newsletter
 * itself tells (what somebody writes as 'PTA' or 'Oakfield' elsewhere), the school's name does, and the runtime knows
 * the days and months of the school's language and whether they have capitals.
 */

/** Languages that write every noun with a capital: no program gives these back, so no fix is offered. */
const CAPITAL_NOUNS = new Set(['de', 'lb']);

/** How words are usually written in a newsletter; null where that cannot be told. `texts` are all of its texts. */
export function casingOf({ school, title }: Scope, texts: readonly string[]): Casing | null {
  const language = safeLanguage(school.language);
  if (CAPITAL_NOUNS.has(language.split('-')[0] ?? '')) return null;
  const usual = new Map([...daysAndMonths(language), ...wordsWithCapitals([title, ...texts], language)]);
  const [first] = school.name.split(' ');
  if (first !== undefined && /\p{Ll}/u.test(first)) usual.set(first.toLocaleLowerCase(language), first);
  return { language, name: school.name, usual: (lower) => usual.get(lower) };
}

/** Shorter ones are other words too, as the English month of May. */
const LEAST_NAME = 4;

function daysAndMonths(language: string): [string, string][] {
  const day = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' });
  const month = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' });
  const names = [
    // The first of them was a Sunday.
    ...Array.from({ length: 7 }, (_, index) => day.format(Date.UTC(2023, 0, index + 1))),
    ...Array.from({ length: 12 }, (_, index) => month.format(Date.UTC(2023, index, 1))),
  ];
  return names
    .filter((name) => name.length >= LEAST_NAME)
    .map((name): [string, string] => [name.toLocaleLowerCase(language), name])
    .filter(([lower, name]) => lower !== name);
}

// In the middle of sentences only: at its start any word has a capital.
function wordsWithCapitals(texts: readonly string[], language: string): [string, string][] {
  const forms = new Map<string, string>();
  const plain = new Set<string>();
  for (const text of texts) {
    const shouts = shoutsIn(text);
    for (const { start, end, text: word } of wordsOf(text)) {
      if (shouts.some((shout) => start >= shout.start && end <= shout.end)) continue;
      const lower = word.toLocaleLowerCase(language);
      if (lower === word) plain.add(lower);
      else if (isAcronym(word) || /[\p{L}\p{N},;] $/u.test(text.slice(0, start))) forms.set(lower, word);
    }
  }
  return [...forms].filter(([lower]) => !plain.has(lower));
}

function isAcronym(word: string): boolean {
  return /^\p{Lu}{2,}$/u.test(word);
}
