import { safeLanguage } from '#newsletter/values/dates.ts';
import type { Scope } from './finding.ts';
import { type Casing, findShouting, splitWords } from './shouting.ts';

/**
 * Decides which words keep their capitals in sentence case. There is no word list: it learns from the rest of the
 * newsletter ('PTA', 'Oakfield'), from the school's name, and from `Intl` for the days and months of the school's
 * language.
 */

/** Languages that capitalise all nouns. A program cannot restore them, so no fix is offered. */
const CAPITAL_NOUNS = new Set(['de', 'lb']);

/** How a newsletter usually writes its words; null for CAPITAL_NOUNS. `texts` are all its texts. */
export function casingOf({ school, title }: Scope, texts: readonly string[]): Casing | null {
  const language = safeLanguage(school.language);
  if (CAPITAL_NOUNS.has(language.split('-')[0] ?? '')) return null;
  const usual = new Map([...daysAndMonths(language), ...wordsWithCapitals([title, ...texts], language)]);
  const [first] = school.name.split(' ');
  if (first !== undefined && /\p{Ll}/u.test(first)) usual.set(first.toLocaleLowerCase(language), first);
  return { language, name: school.name, usual: (lower) => usual.get(lower) };
}

/** Shorter names are also common words, such as May. */
const NAME_LENGTH_MIN = 4;

function daysAndMonths(language: string): [string, string][] {
  const day = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' });
  const month = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' });
  const names = [
    // 1 January 2023 was a Sunday.
    ...Array.from({ length: 7 }, (_, index) => day.format(Date.UTC(2023, 0, index + 1))),
    ...Array.from({ length: 12 }, (_, index) => month.format(Date.UTC(2023, index, 1))),
  ];
  return names
    .filter((name) => name.length >= NAME_LENGTH_MIN)
    .map((name): [string, string] => [name.toLocaleLowerCase(language), name])
    .filter(([lower, name]) => lower !== name);
}

// Only in mid-sentence: the first word always has a capital.
function wordsWithCapitals(texts: readonly string[], language: string): [string, string][] {
  const forms = new Map<string, string>();
  const plain = new Set<string>();
  for (const text of texts) {
    const shouts = findShouting(text);
    for (const { start, end, text: word } of splitWords(text)) {
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
