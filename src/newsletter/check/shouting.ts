/**
 * Finds text in capitals and converts it to sentence case, in every script that has capitals. The language-specific part
 * is in `Casing`.
 */

/** A part of a text, in UTF-16 units; `end` is exclusive. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}
/** A word to put in place of a span. */
export interface Replacement extends TextSpan {
  readonly text: string;
}

const TWO_CAPITALS = /\p{Lu}[\p{M}\p{N}’'&-]*\p{Lu}/u;
const WORDS = /[\p{L}\p{N}][\p{L}\p{M}\p{N}’'&-]*/gu;
/** Fewer capitals than these are acronyms: for a text all in capitals, and for a part of a longer text. */
const MIN_LETTERS = { whole: 8, part: 12 } as const;
const MIN_WORDS = { whole: 1, part: 3 } as const;
/** Text with only shorter words is a row of acronyms: PTA AGM. */
const MIN_LONGEST_WORD = 4;

type Word = TextSpan & { readonly text: string; readonly kind: 'capitals' | 'neutral' | 'usual' };

/** The parts of a text that are all in capitals, except single acronyms. */
export function findShouting(text: string): TextSpan[] {
  // A fast path: nearly all texts return here.
  if (!TWO_CAPITALS.test(text)) return [];
  const words = splitWords(text);
  const isWhole = words.every(({ kind }) => kind !== 'usual');
  return runsOf(words).flatMap((run) => {
    const shouted = run.filter(({ kind }) => kind === 'capitals');
    const letters = shouted.reduce((sum, word) => sum + lettersIn(word.text), 0);
    const size = isWhole ? 'whole' : 'part';
    const isShout =
      letters >= MIN_LETTERS[size] &&
      shouted.length >= MIN_WORDS[size] &&
      shouted.some((word) => lettersIn(word.text) >= MIN_LONGEST_WORD);
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

/** The words of a text. `neutral`: numbers, single letters and scripts without capitals. */
export function splitWords(text: string): Word[] {
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

/** How words are usually capitalised. */
export interface Casing {
  /** For lower-casing, which differs between languages, as for the Turkish I. */
  readonly language: string;
  /** The usual form of a lower-case word, for names, acronyms and days; otherwise undefined. */
  usual(lower: string): string | undefined;
  /** The school's name in its usual form. */
  readonly name: string;
}

/** Replacements that turn a part in capitals into sentence case. */
export function toSentenceCase(text: string, shout: TextSpan, casing: Casing): Replacement[] {
  const name = nameIn(text, casing.name);
  return splitWords(text)
    .filter(({ start, end, kind }) => start >= shout.start && end <= shout.end && kind === 'capitals')
    .map(({ start, end, text: word }) => {
      if (name !== null && start >= name.start && end <= name.end)
        return { start, end, text: casing.name.slice(start - name.start, end - name.start) };
      return { start, end, text: lowercaseWord(word, isSentenceStart(text, start), casing) };
    });
}

function lowercaseWord(word: string, isFirst: boolean, { language, usual }: Casing): string {
  // Words with digits keep their capitals: Y6, KS2, 3B.
  if (/\p{N}/u.test(word)) return word;
  const lower = word.toLocaleLowerCase(language);
  const known = usual(lower);
  if (known !== undefined) return known;
  if (!isFirst) return lower;
  const [letter = ''] = word;
  return letter + lower.slice(letter.toLocaleLowerCase(language).length);
}

/** How many characters to look back for the end of the previous sentence. */
const LOOK_BACK = 24;

function isSentenceStart(text: string, at: number): boolean {
  const near = text.slice(Math.max(0, at - LOOK_BACK), at);
  const before = /^(.*[\p{L}\p{M}\p{N}])?([^\p{L}\p{M}\p{N}]*)$/su.exec(near);
  const [, words = '', marks = ''] = before ?? [];
  return (words === '' && at <= LOOK_BACK) || /[\n.!?…:]/u.test(marks);
}

function nameIn(text: string, name: string): TextSpan | null {
  if (name === '') return null;
  const start = text.toLowerCase().indexOf(name.toLowerCase());
  return start < 0 ? null : { start, end: start + name.length };
}

/** Applies replacements, which must be in text order. */
export function applyReplacements(text: string, replacements: readonly Replacement[]): string {
  let from = 0;
  let result = '';
  for (const { start, end, text: word } of replacements) {
    result += text.slice(from, start) + word;
    from = end;
  }
  return result + text.slice(from);
}
