import { diffArrays } from 'diff';

/** A run of words in a comparison with an earlier text. */
export interface WordRun {
  readonly kind: 'same' | 'added' | 'removed';
  /** Includes the white space after each word. */
  readonly text: string;
}

/** The most words that may be added and removed; beyond that, the text counts as a different one. The search takes quadratic time. */
const MOST = 600;

/**
 * The differences of a text's words from an earlier text. Without the removed runs it is exactly the later text. A line
 * break counts as a word; the amount of white space after a word is ignored.
 */
export function changedWords(before: string, after: string): readonly WordRun[] {
  const runs = diffArrays(wordsOf(before), wordsOf(after), { comparator: isSameWord, maxEditLength: MOST });
  if (runs === undefined)
    return [
      { kind: 'removed', text: before },
      { kind: 'added', text: after },
    ];
  return runs.map(({ added, removed, value }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    text: value.join(''),
  }));
}

function wordsOf(text: string): string[] {
  return text.match(/\n|[^\S\n]+|\S+[^\S\n]*/g) ?? [];
}

function isSameWord(one: string, other: string): boolean {
  return one === other || (one.trim() !== '' && one.trimEnd() === other.trimEnd());
}
