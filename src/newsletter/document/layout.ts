import { type Block, type Column, isAtFoot, type LayoutType, type NewsletterDocument } from './document.ts';
import { type Segment, segmentColumns, segmentsOf, withoutFoot } from './segments.ts';

/** Positions of blocks in a document, and the widths of its columns. */

/** The newsletter's width in pixels. Source: docs/requirements/product.md 2.12. */
export const NEWSLETTER_WIDTH = 600;
/** Pixels between two blocks; each brings half of it above and below. */
export const BLOCK_GAP = 16;
/** The height of an empty slot between two blocks in pixels, including the gap. */
export const EMPTY_SLOT_HEIGHT = 48;
/** The minimum number of slots that the editor shows in each column. Source: docs/requirements/screens.md 4.3. */
export const MIN_SLOTS = 13;

/** Column widths in percent. Source: docs/requirements/screens.md 9.8. */
export const COLUMN_PERCENTS: Readonly<Record<LayoutType, readonly number[]>> = {
  one_column: [100],
  two_columns_center: [50, 50],
  two_columns_left: [60, 40],
  two_columns_right: [40, 60],
};

/** A design’s spacing in pixels: between the edge and the content, and between two columns. */
export type Spacing = { readonly padding: number; readonly gap: number };

/** The pixels left of the first column and right of the last one, and on each side of every column's content. */
export function paddingsOf({ padding, gap }: Spacing): { readonly outer: number; readonly column: number } {
  return { outer: padding - gap / 2, column: gap / 2 };
}

/** Whole pixels for content in each column of a layout, in a newsletter of this width. */
export function contentWidths(
  layout: LayoutType,
  spacing: Spacing,
  width = NEWSLETTER_WIDTH,
): readonly number[] {
  const { outer, column } = paddingsOf(spacing);
  return COLUMN_PERCENTS[layout].map(
    (percent) => Math.floor(((width - 2 * outer) * percent) / 100) - 2 * column,
  );
}

/** The position of a slot in a document; both numbers count from 0. */
export type SlotPosition = { readonly column: number; readonly slot: number };

/** The position of a block; null if there is none of this name. */
export function positionOf(document: NewsletterDocument, name: string): SlotPosition | null {
  for (const [column, blocks] of document.columns.entries()) {
    const slot = blocks.findIndex((block) => block?.name === name);
    if (slot >= 0) return { column, slot };
  }
  return null;
}

export function findBlock(document: NewsletterDocument, name: string): Block | null {
  const position = positionOf(document, name);
  return position === null ? null : (document.columns[position.column]?.[position.slot] ?? null);
}

/** All blocks in reading order: segment by segment, within a segment column by column, as on a phone. */
export function blocksOf({ columns }: Pick<NewsletterDocument, 'columns'>): readonly Block[] {
  const known = inOrder.get(columns);
  if (known !== undefined) return known;
  const blocks = segmentsOf(columns).flatMap((segment) =>
    'wide' in segment ? [segment.wide] : segment.columns.flat().filter((block) => block !== null),
  );
  inOrder.set(columns, blocks);
  return blocks;
}
// Cached by identity: every change makes new columns, and each keystroke asks several times.
const inOrder = new WeakMap<NewsletterDocument['columns'], readonly Block[]>();

/** Separates the footers, which are rendered below all columns, from the columns. */
export function splitFooters(document: NewsletterDocument): {
  columns: Column[];
  footers: Block[];
} {
  const footers = blocksOf(document).filter(isAtFoot);
  return { columns: segmentColumns(withoutFooters(document.columns), document.columns.length), footers };
}

/** The segments of columns without their footers. */
export function withoutFooters(columns: readonly Column[]): Segment<Block>[] {
  return withoutFoot(columns, isAtFoot);
}
