import { type Block, type Column, type LayoutType, type NewsletterDocument, trimColumn } from './document.ts';
import { isAtFoot } from './traits.ts';

/** Actions on a document: pure functions that each return a new document. */

/** The newsletter's width in pixels. Source: docs/requirements/product.md 2.12. */
export const NEWSLETTER_WIDTH = 600;
/** Padding in pixels around all columns, and around the content of each. */
export const OUTER_PADDING = 12;
export const COLUMN_PADDING = 12;
/** The gap between two blocks in pixels; each block has half of it above and below. */
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

/** The content width of each column, in whole pixels. */
export function contentWidths(layout: LayoutType): readonly number[] {
  const inner = NEWSLETTER_WIDTH - 2 * OUTER_PADDING;
  return COLUMN_PERCENTS[layout].map((percent) => Math.floor((inner * percent) / 100) - 2 * COLUMN_PADDING);
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

/** All blocks in reading order: column by column. */
export function blocksOf(document: NewsletterDocument): Block[] {
  return document.columns.flatMap((column) => column.filter((block) => block !== null));
}

/** Separates the footers, which are rendered below all columns, from the columns. */
export function splitFooters(document: NewsletterDocument): {
  columns: Column[];
  footers: Block[];
} {
  const footers = blocksOf(document).filter(isAtFoot);
  const columns = document.columns.map((column) => trimColumn(column.filter((block) => !isAtFoot(block))));
  return { columns, footers };
}

/**
 * Adds a block. With a position, it fills that empty slot or pushes the block there down. Without one, it goes to the
 * end of the shorter column (above a footer), left first.
 */
export function addBlock(
  document: NewsletterDocument,
  block: Block,
  position?: SlotPosition,
): NewsletterDocument {
  const target = position ?? nextPosition(document);
  return withFootersLast(
    document,
    withColumn(document, target.column, (column) => putAt(column, target.slot, block)),
  );
}

function nextPosition(document: NewsletterDocument): SlotPosition {
  const lengths = splitFooters(document).columns.map((column) => column.length);
  const column = lengths.indexOf(Math.min(...lengths));
  return { column, slot: lengths[column] ?? 0 };
}

/**
 * Moves a block to a position in the current document. It fills an empty slot; in an occupied one it takes the position
 * and the others make room.
 */
export function moveBlock(document: NewsletterDocument, name: string, to: SlotPosition): NewsletterDocument {
  const from = positionOf(document, name);
  const block = findBlock(document, name);
  const isSame = from !== null && from.column === to.column && from.slot === to.slot;
  if (from === null || block === null || isSame || document.columns[to.column] === undefined) return document;
  const isEmpty = (document.columns[to.column]?.[to.slot] ?? null) === null;
  const without = withColumn(document, from.column, (column) =>
    column.filter((other) => other?.name !== name),
  );
  // Removing the block moved the ones below it up by one; in an occupied slot that is what we want.
  const slot = to.slot - (isEmpty && from.column === to.column && from.slot < to.slot ? 1 : 0);
  const put = isEmpty ? putAt : insertAt;
  return withFootersLast(
    document,
    withColumn({ ...document, columns: without }, to.column, (column) => put(column, slot, block)),
  );
}

/** Swaps a block with the slot above it, empty or not. */
export function moveUp(document: NewsletterDocument, name: string): NewsletterDocument {
  return swap(document, name, -1);
}

/** Swaps a block with the slot below it; the last block stays. */
export function moveDown(document: NewsletterDocument, name: string): NewsletterDocument {
  return swap(document, name, 1);
}

function swap(document: NewsletterDocument, name: string, step: -1 | 1): NewsletterDocument {
  const from = positionOf(document, name);
  const column = from === null ? undefined : document.columns[from.column];
  const block = from === null ? null : (column?.[from.slot] ?? null);
  if (from === null || column === undefined || block === null) return document;
  const slot = from.slot + step;
  if (slot < 0 || slot >= column.length) return document;
  const other = column[slot] ?? null;
  return withFootersLast(
    document,
    withColumn(document, from.column, (blocks) => blocks.with(from.slot, other).with(slot, block)),
  );
}

/** Moves a block to the same slot of the other column, if there is one. */
export function moveToOtherColumn(document: NewsletterDocument, name: string): NewsletterDocument {
  const from = positionOf(document, name);
  if (from === null || document.columns.length < 2) return document;
  const column = 1 - from.column;
  const slot = Math.min(from.slot, document.columns[column]?.length ?? 0);
  return moveBlock(document, name, { column, slot });
}

/** Inserts a copy right below, under a new name. */
export function duplicateBlock(
  document: NewsletterDocument,
  name: string,
  newName: string,
): NewsletterDocument {
  const from = positionOf(document, name);
  const block = findBlock(document, name);
  if (from === null || block === null) return document;
  const copy = { ...block, name: newName };
  return withFootersLast(
    document,
    withColumn(document, from.column, (column) => insertAt(column, from.slot + 1, copy)),
  );
}

/** Removes a block; the blocks below move up. */
export function removeBlock(document: NewsletterDocument, name: string): NewsletterDocument {
  const columns = document.columns.map((column) => column.filter((block) => block?.name !== name));
  return withFootersLast(document, columns);
}

/** Replaces the block of the same name. */
export function replaceBlock(document: NewsletterDocument, block: Block): NewsletterDocument {
  const columns = document.columns.map((column) =>
    column.map((other) => (other?.name === block.name ? block : other)),
  );
  return { ...document, columns };
}

/** The document without empty slots at the ends of its columns. */
export function trim(document: NewsletterDocument): NewsletterDocument {
  return { ...document, columns: document.columns.map(trimColumn) };
}

/** The slots that the editor shows in each column: the used ones and one more, at least MIN_SLOTS. */
export function slotsOf(document: NewsletterDocument): Column[] {
  return document.columns.map((column) => padTo(column, Math.max(MIN_SLOTS, trimColumn(column).length + 1)));
}

/** A document with these columns, footers last and trailing empty slots removed. */
export function withFootersLast(
  document: NewsletterDocument,
  columns: readonly Column[],
): NewsletterDocument {
  return trim({ ...document, columns: columns.map(footersLast) });
}

// Footers are rendered last anyway. Kept last in their column too, they never get in the way of a move.
function footersLast(column: Column): Column {
  if (!column.some(isAtFoot)) return column;
  const others = trimColumn(column.filter((block) => !isAtFoot(block)));
  return [...others, ...column.filter(isAtFoot)];
}

function withColumn(
  document: NewsletterDocument,
  index: number,
  change: (column: Column) => Column,
): Column[] {
  return document.columns.map((column, other) => (other === index ? change(column) : column));
}

function putAt(column: Column, slot: number, block: Block): Column {
  const padded = padTo(column, slot + 1);
  return padded[slot] === null ? padded.with(slot, block) : insertAt(column, slot, block);
}

function insertAt(column: Column, slot: number, block: Block): Column {
  return padTo(column, slot).toSpliced(slot, 0, block);
}

function padTo(column: Column, length: number): Column {
  return [...column, ...Array.from({ length: Math.max(0, length - column.length) }, () => null)];
}
