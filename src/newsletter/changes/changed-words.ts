import { diffArrays } from 'diff';

/** A run of a text's words beside an earlier text. */
export interface WordRun {
  readonly how: 'same' | 'added' | 'removed';
  /** With the white space after each word. */
  readonly text: string;
}

/** With more words than this added and removed, a text counts as another one: the search takes time by their square. */
const MOST = 600;

/**
 * How a text's words differ from an earlier text's. Without the removed runs it is the later text, to the letter. A line
 * break counts as a word; how much white space follows a word does not count.
 */
export function changedWords(before: string, after: string): readonly WordRun[] {
  const runs = diffArrays(wordsOf(before), wordsOf(after), { comparator: isSameWord, maxEditLength: MOST });
  if (runs === undefined)
    return [
      { how: 'removed', text: before },
      { how: 'added', text: after },
    ];
  return runs.map(({ added, removed, value }) => ({
    how: added ? 'added' : removed ? 'removed' : 'same',
    text: value.join(''),
  }));
}

function wordsOf(text: string): string[] {
  return text.match(/\n|[^\S\n]+|\S+[^\S\n]*/g) ?? [];
}

function isSameWord(one: string, other: string): boolean {
  return one === other || (one.trim() !== '' && one.trimEnd() === other.trimEnd());
}
