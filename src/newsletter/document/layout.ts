import { type Block, type Column, type LayoutType, type NewsletterDocument, trimColumn } from './document.ts';
import { isAtFoot } from './traits.ts';

/** What can be done to a document: pure functions, one an action, each giving a new document. */

/** Pixels of the whole newsletter. Source: docs/requirements/product.md 2.12. */
export const NEWSLETTER_WIDTH = 600;
/** Pixels around all columns, and around the content of each. */
export const OUTER_PADDING = 12;
export const COLUMN_PADDING = 12;
/** Pixels between two blocks; each brings half of it above and below. */
export const BLOCK_GAP = 16;
/** Pixels that an empty place between two blocks leaves white, the gap included. */
export const EMPTY_SLOT_HEIGHT = 48;
/** Places that the editor offers in each column at least. Source: docs/requirements/screens.md 4.3. */
export const MIN_SLOTS = 13;

/** Widths of the columns, in percent. Source: docs/requirements/screens.md 9.8. */
export const COLUMN_PERCENTS: Readonly<Record<LayoutType, readonly number[]>> = {
  one_column: [100],
  two_columns_center: [50, 50],
  two_columns_left: [60, 40],
  two_columns_right: [40, 60],
};

/** Whole pixels for content in each column of a layout. */
export function contentWidths(layout: LayoutType): readonly number[] {
  const inner = NEWSLETTER_WIDTH - 2 * OUTER_PADDING;
  return COLUMN_PERCENTS[layout].map((percent) => Math.floor((inner * percent) / 100) - 2 * COLUMN_PADDING);
}

/** A place in a document, both from 0. */
export type Place = { readonly column: number; readonly slot: number };

/** Where a block stands, or null. */
export function placeOf(document: NewsletterDocument, name: string): Place | null {
  for (const [column, blocks] of document.columns.entries()) {
    const slot = blocks.findIndex((block) => block?.name === name);
    if (slot >= 0) return { column, slot };
  }
  return null;
}

/** The block of this name, or null. */
export function findBlock(document: NewsletterDocument, name: string): Block | null {
  const place = placeOf(document, name);
  return place === null ? null : (document.columns[place.column]?.[place.slot] ?? null);
}

/** All blocks in reading order: column by column, as a phone stacks them. */
export function blocksOf(document: NewsletterDocument): Block[] {
  return document.columns.flatMap((column) => column.filter((block) => block !== null));
}

/** The footers, which are drawn at the foot across all columns, and the columns without them. */
export function splitFooters(document: NewsletterDocument): {
  columns: Column[];
  footers: Block[];
} {
  const footers = blocksOf(document).filter(isAtFoot);
  const columns = document.columns.map((column) => trimColumn(column.filter((block) => !isAtFoot(block))));
  return { columns, footers };
}

/**
 * Adds a block. Without a place, two columns take turns, left first, each at its end (above a footer). With one, it
 * fills the empty place there, or pushes what stands there down.
 */
export function addBlock(document: NewsletterDocument, block: Block, place?: Place): NewsletterDocument {
  const target = place ?? nextPlace(document);
  return withFootersLast(
    document,
    withColumn(document, target.column, (column) => putAt(column, target.slot, block)),
  );
}

function nextPlace(document: NewsletterDocument): Place {
  const lengths = splitFooters(document).columns.map((column) => column.length);
  const column = lengths.indexOf(Math.min(...lengths));
  return { column, slot: lengths[column] ?? 0 };
}

/**
 * Moves a block to a place, counted in the document as it is now: an empty place is filled; on an occupied one the
 * block takes that position and the others make room.
 */
export function moveBlock(document: NewsletterDocument, name: string, to: Place): NewsletterDocument {
  const from = placeOf(document, name);
  const block = findBlock(document, name);
  const isSame = from !== null && from.column === to.column && from.slot === to.slot;
  if (from === null || block === null || isSame || document.columns[to.column] === undefined) return document;
  const isEmpty = (document.columns[to.column]?.[to.slot] ?? null) === null;
  const without = withColumn(document, from.column, (column) =>
    column.filter((other) => other?.name !== name),
  );
  // What stood below the block in its column has moved up by one; on an occupied place that is the wanted effect.
  const slot = to.slot - (isEmpty && from.column === to.column && from.slot < to.slot ? 1 : 0);
  const put = isEmpty ? putAt : insertAt;
  return withFootersLast(
    document,
    withColumn({ ...document, columns: without }, to.column, (column) => put(column, slot, block)),
  );
}

/** Changes places with what stands above, empty or not. */
export function moveUp(document: NewsletterDocument, name: string): NewsletterDocument {
  return swap(document, name, -1);
}

/** Changes places with what stands below; the last one stays. */
export function moveDown(document: NewsletterDocument, name: string): NewsletterDocument {
  return swap(document, name, 1);
}

function swap(document: NewsletterDocument, name: string, step: -1 | 1): NewsletterDocument {
  const from = placeOf(document, name);
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

/** To the same height in the other column; in one column nothing changes. */
export function moveToOtherColumn(document: NewsletterDocument, name: string): NewsletterDocument {
  const from = placeOf(document, name);
  if (from === null || document.columns.length < 2) return document;
  const column = 1 - from.column;
  const slot = Math.min(from.slot, document.columns[column]?.length ?? 0);
  return moveBlock(document, name, { column, slot });
}

/** A copy right below, under a new name. */
export function duplicateBlock(
  document: NewsletterDocument,
  name: string,
  newName: string,
): NewsletterDocument {
  const from = placeOf(document, name);
  const block = findBlock(document, name);
  if (from === null || block === null) return document;
  const copy = { ...block, name: newName };
  return withFootersLast(
    document,
    withColumn(document, from.column, (column) => insertAt(column, from.slot + 1, copy)),
  );
}

/** Takes a block out; what stands below moves up. */
export function removeBlock(document: NewsletterDocument, name: string): NewsletterDocument {
  const columns = document.columns.map((column) => column.filter((block) => block?.name !== name));
  return withFootersLast(document, columns);
}

/** Puts a block in the place of the one with the same name. */
export function replaceBlock(document: NewsletterDocument, block: Block): NewsletterDocument {
  const columns = document.columns.map((column) =>
    column.map((other) => (other?.name === block.name ? block : other)),
  );
  return { ...document, columns };
}

/** The document without empty places at the ends of its columns. */
export function trim(document: NewsletterDocument): NewsletterDocument {
  return { ...document, columns: document.columns.map(trimColumn) };
}

/** The places that the editor shows in each column: all that are used, one more, and at least 13. */
export function slotsOf(document: NewsletterDocument): Column[] {
  return document.columns.map((column) => padTo(column, Math.max(MIN_SLOTS, trimColumn(column).length + 1)));
}

/** A document of these columns, its footers last, nothing empty at their ends. */
export function withFootersLast(
  document: NewsletterDocument,
  columns: readonly Column[],
): NewsletterDocument {
  return trim({ ...document, columns: columns.map(footersLast) });
}

// A footer is drawn at the foot anyway; standing last in its column too, it never is in the way of a move.
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
