/**
 * Texts in capitals, and the same in sentence case. It works in every script that has capitals and finds nothing in
 * others. What is bound to a language is the way back: see `Casing`.
 */

/** A part of a text, from and to, in UTF-16 units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}
/** A word in another form. */
export interface Replacement extends Span {
  readonly text: string;
}

const TWO_CAPITALS = /\p{Lu}[\p{M}\p{N}’'&-]*\p{Lu}/u;
const WORDS = /[\p{L}\p{N}][\p{L}\p{M}\p{N}’'&-]*/gu;
/** Fewer capitals than these are an acronym or two: in a text that is nothing else, and in a part of a longer one. */
const LEAST_LETTERS = { whole: 8, part: 12 } as const;
const LEAST_WORDS = { whole: 1, part: 3 } as const;
/** A text of short words only is a row of acronyms: PTA AGM. */
const LEAST_WORD = 4;

type Word = Span & { readonly text: string; readonly kind: 'capitals' | 'neutral' | 'usual' };

/** The parts of a text that are all in capitals; acronyms alone are none. */
export function shoutsIn(text: string): Span[] {
  // Nearly all texts end here.
  if (!TWO_CAPITALS.test(text)) return [];
  const words = wordsOf(text);
  const isWhole = words.every(({ kind }) => kind !== 'usual');
  return runsOf(words).flatMap((run) => {
    const shouted = run.filter(({ kind }) => kind === 'capitals');
    const letters = shouted.reduce((sum, word) => sum + lettersIn(word.text), 0);
    const size = isWhole ? 'whole' : 'part';
    const isShout =
      letters >= LEAST_LETTERS[size] &&
      shouted.length >= LEAST_WORDS[size] &&
      shouted.some((word) => lettersIn(word.text) >= LEAST_WORD);
    const [first, last] = [shouted[0], shouted.at(-1)];
    return isShout && first !== undefined && last !== undefined
      ? [{ start: first.start, end: last.end }]
      : [];
  });
}

function runsOf(words: readonly Word[]): Word[][] {
  const runs: Word[][] = [[]];
  for (const word of words) {
    if (word.kind === 'usual') runs.push([]);
    else runs.at(-1)?.push(word);
  }
  return runs;
}

/** The words of a text and how they are written; `neutral` are numbers, single letters and scripts without capitals. */
export function wordsOf(text: string): Word[] {
  return Array.from(text.matchAll(WORDS), ({ 0: word, index }) => ({
    start: index,
    end: index + word.length,
    text: word,
    kind: kindOf(word),
  }));
}

function kindOf(word: string): Word['kind'] {
  if (/\p{Ll}/u.test(word)) return 'usual';
  return lettersIn(word) > 1 ? 'capitals' : 'neutral';
}

function lettersIn(word: string): number {
  return word.match(/\p{Lu}/gu)?.length ?? 0;
}

/** How words are written when nobody shouts. */
export interface Casing {
  /** For lower case: a Turkish I is not an English one. */
  readonly language: string;
  /** The usual form of a word by its lower case, where that is not lower case: names, acronyms, days. */
  usual(lower: string): string | undefined;
  /** A name of several words, as it is written. */
  readonly name: string;
}

/** The words of a shout as they would usually be written. */
export function withoutShouting(text: string, shout: Span, casing: Casing): Replacement[] {
  const name = nameIn(text, casing.name);
  return wordsOf(text)
    .filter(({ start, end, kind }) => start >= shout.start && end <= shout.end && kind === 'capitals')
    .map(({ start, end, text: word }) => {
      if (name !== null && start >= name.start && end <= name.end)
        return { start, end, text: casing.name.slice(start - name.start, end - name.start) };
      return { start, end, text: lowercaseWord(word, isSentenceStart(text, start), casing) };
    });
}

function lowercaseWord(word: string, isFirst: boolean, { language, usual }: Casing): string {
  // Y6, KS2, 3B: a name with a number in it.
  if (/\p{N}/u.test(word)) return word;
  const lower = word.toLocaleLowerCase(language);
  const known = usual(lower);
  if (known !== undefined) return known;
  if (!isFirst) return lower;
  const [letter = ''] = word;
  return letter + lower.slice(letter.toLocaleLowerCase(language).length);
}

/** Further back than this nothing tells of a sentence's beginning. */
const LOOK_BACK = 24;

function isSentenceStart(text: string, at: number): boolean {
  const near = text.slice(Math.max(0, at - LOOK_BACK), at);
  const before = /^(.*[\p{L}\p{M}\p{N}])?([^\p{L}\p{M}\p{N}]*)$/su.exec(near);
  const [, words = '', marks = ''] = before ?? [];
  return (words === '' && at <= LOOK_BACK) || /[\n.!?…:]/u.test(marks);
}

function nameIn(text: string, name: string): Span | null {
  if (name === '') return null;
  const start = text.toLowerCase().indexOf(name.toLowerCase());
  return start < 0 ? null : { start, end: start + name.length };
}

/** The text with words in other forms; the replacements in their order. */
export function replaced(text: string, replacements: readonly Replacement[]): string {
  let from = 0;
  let result = '';
  for (const { start, end, text: word } of replacements) {
    result += text.slice(from, start) + word;
    from = end;
  }
  return result + text.slice(from);
}
