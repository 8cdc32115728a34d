import { plainText } from '#newsletter/rich-text/rich-text.ts';
import { blockLabels } from './block-labels.ts';
import { type Block, columnCount, isAtFoot, type NewsletterDocument } from './document.ts';
import { blocksOf, findBlock } from './layout.ts';
import { inOneLine } from './lines.ts';
import { segmentsOf } from './segments.ts';
import { isHeading, textsOf } from './traits.ts';

const LABEL_MAX = 80;
/** The length of the words by which texts are told apart. */
const WORDS_MAX = 40;

/**
 * The names of the blocks in the part of a block: itself and, for a heading, the blocks below it up to the next
 * heading; below a heading of one column, only in that column. Footers are in no part. Empty if there is no such block.
 */
export function blocksOfPart(document: NewsletterDocument, name: string): readonly string[] {
  const block = findBlock(document, name);
  if (block === null) return [];
  if (!isHeading(block)) return [name];
  const after = followers(document, name);
  const next = after.findIndex(endsPart);
  return [name, ...after.slice(0, next < 0 ? after.length : next).map((each) => each.name)];
}

/** The heading right after the part of a heading; null if the part extends to the end of its column or the newsletter. */
export function headingAfterPart(document: NewsletterDocument, name: string): string | null {
  const next = followers(document, name).find(endsPart);
  return isHeading(next) ? (next?.name ?? null) : null;
}

const endsPart = (block: Block) => isHeading(block) || isAtFoot(block);

// The blocks after it in reading order, without those beside a block of a column.
function followers(document: NewsletterDocument, name: string): readonly Block[] {
  const isHere = (block: Block | null) => block?.name === name;
  for (const segment of columnCount(document.layout) === 1 ? [] : segmentsOf(document.columns)) {
    if ('wide' in segment) continue;
    const column = segment.columns.find((slots) => slots.some(isHere));
    if (column !== undefined)
      return column.slice(column.findIndex(isHere) + 1).filter((block) => block !== null);
  }
  const blocks = blocksOf(document);
  return blocks.slice(blocks.findIndex(isHere) + 1);
}

/**
 * The label of a block's part: a heading's words, or the block's type and its first words. Null if there is no such
 * block.
 */
export function partLabel(document: NewsletterDocument, name: string): string | null {
  const block = findBlock(document, name);
  if (block === null) return null;
  const words = wordsOf(block);
  if (isHeading(block) && words !== '') return shortened(words, LABEL_MAX);
  const kind = blockLabels(document).get(name) ?? null;
  // In double quotes, because notices and mails put the label in single quotes. Beside the words
  // the number is not needed, as in lists of changes.
  return words === '' ? kind : `${kind?.replace(/ \d+$/, '')} “${shortened(words, WORDS_MAX)}”`;
}

function wordsOf(block: Block): string {
  const words = textsOf(block).map(({ format, text }) => (format === 'rich' ? plainText(text) : text));
  return inOneLine(words.join('\n'));
}

function shortened(words: string, most: number): string {
  return words.length > most
    ? `${words
        .slice(0, most - 1)
        .toWellFormed()
        .trimEnd()}…`
    : words;
}
