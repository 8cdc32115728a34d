import { changedWords } from '#newsletter/changes/changed-words.ts';
import { designOf } from '#newsletter/designs/index.ts';
import type { Block } from '#newsletter/document/document.ts';
import { textsOf } from '#newsletter/document/traits.ts';
import type { Conflict } from '#newsletter/merge/merge-newsletters.ts';
import { plainText } from '#newsletter/rich-text/rich-text.ts';
import { longDate } from '#newsletter/values/dates.ts';
import { layoutTexts } from '#web/newsletter-ui/layout-cards.tsx';
import type { LastPerson } from './last-person.ts';

/** The two sides of a question in words, for eyes and ears. */

export type ConflictSide = 'mine' | 'theirs';

/** The heading of a side: 'Yours', or 'Here' if the other side is one's own other window. */
export function sideHeading(side: ConflictSide, lastPerson: LastPerson): string {
  return side === 'mine' && lastPerson.isOwn ? 'Here' : capitalised(namesOfSides(lastPerson)[side]);
}

/** A side for screen readers, as it would stay: the picture has new and deleted words in one line. */
export function spokenSide(conflict: Conflict, side: ConflictSide, isRightToLeft: boolean): string {
  if ('setting' in conflict) return settingWords(conflict, side, isRightToLeft);
  const block = conflict[side];
  return block === null ? 'Deleted' : spokenWords(block);
}

/** The differences in a block's words, for screen readers. */
export function spokenChange(conflict: Conflict, side: ConflictSide): string {
  if ('setting' in conflict) return '';
  const block = conflict[side];
  return block === null ? '' : spokenDifference(block, baseOf(conflict, side));
}

/** The block that a side's words are compared with: the common base, or else the other side. */
export function baseOf(
  conflict: Extract<Conflict, { readonly block: string }>,
  side: ConflictSide,
): Block | null {
  return conflict.base ?? conflict[side === 'mine' ? 'theirs' : 'mine'];
}

/** The sides' names for the middle of a sentence. */
export function namesOfSides({ name, isOwn }: LastPerson): {
  readonly mine: string;
  readonly theirs: string;
} {
  return isOwn
    ? { mine: 'what is here', theirs: 'the other window’s' }
    : { mine: 'yours', theirs: `${name ?? 'somebody else'}’s` };
}

/** The words for a side's setting. */
export function settingWords(
  conflict: Extract<Conflict, { readonly setting: string }>,
  side: ConflictSide,
  isRightToLeft: boolean,
): string {
  const { title, document } = conflict[side];
  switch (conflict.setting) {
    case 'title':
      return title;
    case 'layout':
      return layoutTexts(document.layout, isRightToLeft).title;
    case 'design':
      return document.design === null ? 'The school’s' : designOf(document.design).label;
    case 'colours':
      return document.colours === null
        ? 'The school’s'
        : `${document.colours.primary} and ${document.colours.secondary}`;
    case 'issueDate':
      return document.issueDate === null ? 'The day of publishing' : longDate(document.issueDate, 'en');
  }
}

/** A block's words as they would stay; '' if it has none. */
function spokenWords(block: Block): string {
  return textsOf(block)
    .map(({ text, format }) => (format === 'rich' ? plainText(text) : text).trim())
    .filter(Boolean)
    .join('. ');
}

/** The differences in a block's words from `base`: 'New: week. Gone: festival.' */
function spokenDifference(block: Block, base: Block | null): string {
  if (base === null) return '';
  const runs = changedWords(spokenWords(base), spokenWords(block));
  const wordsOf = (kind: 'added' | 'removed', name: string) => {
    const words = runs.flatMap((run) => (run.kind === kind ? [run.text.trim()] : [])).filter(Boolean);
    return words.length === 0 ? [] : [`${name}: ${words.join(', ')}.`];
  };
  return [...wordsOf('added', 'New'), ...wordsOf('removed', 'Gone')].join(' ');
}
/** Capitalises the first letter, for the beginning of a sentence. */
export const capitalised = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);
