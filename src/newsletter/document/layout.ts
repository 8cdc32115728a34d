import {
  type Block,
  type Column,
  inEnvelopeOf,
  type LayoutType,
  type NewsletterDocument,
} from './document.ts';
import { columnsOf, rowsOf, type Strip, stripsOf, trimColumn } from './strips.ts';
import { heightOf, isAtFoot } from './traits.ts';

/** Actions on a document: pure functions that each return a new document. */

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

/** What a design says about widths: pixels between the edge and the content, and between two columns. */
export type Spacing = { readonly padding: number; readonly gap: number };

/** Pixels left of the first column and right of the last one, and on each side of every column's content. */
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

/** All blocks in reading order: from above, the columns between two wide blocks one after the other, as a phone stacks them. */
export function blocksOf(document: Pick<NewsletterDocument, 'columns'>): Block[] {
  const strips = stripsOf(document.columns);
  return strips.flatMap((strip) =>
    'wide' in strip ? [strip.wide] : strip.columns.flat().filter((block) => block !== null),
  );
}

/** Separates the footers, which are rendered below all columns, from the columns. */
export function splitFooters(document: NewsletterDocument): {
  columns: Column[];
  footers: Block[];
} {
  const footers = blocksOf(document).filter(isAtFoot);
  return { columns: columnsOf(withoutFooters(document.columns), document.columns.length), footers };
}

function withoutFooters(columns: readonly Column[]): Strip<Block>[] {
  return stripsOf(columns).flatMap((strip): Strip<Block>[] => {
    if ('wide' in strip) return isAtFoot(strip.wide) ? [] : [strip];
    const rest = {
      columns: strip.columns.map((column) => trimColumn(column.filter((block) => !isAtFoot(block)))),
    };
    return rowsOf(rest) > 0 ? [rest] : [];
  });
}

/**
 * Adds a block. Without a position, two columns take turns, left first, each at its end (above a footer). With one, it
 * fills the empty place there, or pushes down what stands there in its column, as far as the next wide block. A wide block
 * opens the columns at its place.
 */
export function addBlock(
  document: NewsletterDocument,
  block: Block,
  position?: SlotPosition,
): NewsletterDocument {
  return withFootersLast(document, withBlock(document, block, position ?? nextPosition(document)));
}

function nextPosition(document: NewsletterDocument): SlotPosition {
  const strips = withoutFooters(document.columns);
  const last = strips.at(-1);
  const rows = strips.reduce((sum, strip) => sum + rowsOf(strip), 0);
  if (last === undefined || 'wide' in last) return { column: 0, slot: rows };
  const lengths = last.columns.map((column) => column.length);
  const column = lengths.indexOf(Math.min(...lengths));
  return { column, slot: rows - rowsOf(last) + (lengths[column] ?? 0) };
}

/** The columns with a block put at a place. */
function withBlock(document: NewsletterDocument, block: Block, position: SlotPosition): Column[] {
  const strips = stripsOf(document.columns);
  const { index, slot } = locate(strips, position);
  const count = document.columns.length;
  if (block.wide && count > 1 && !isAtFoot(block)) {
    const parts = splitStrip(strips[index], { ...position, slot });
    return columnsOf(strips.toSpliced(index, 1, ...parts.above, { wide: block }, ...parts.below), count);
  }
  const strip = strips[index];
  if (strip !== undefined && !('wide' in strip))
    return columnsOf(strips.with(index, withPut(strip.columns, position.column, slot, block)), count);
  // Before a wide block: at the end of the columns above it, which are opened where there are none.
  const above = strips[index - 1];
  if (above !== undefined && !('wide' in above)) {
    const end = above.columns[position.column]?.length ?? 0;
    return columnsOf(strips.with(index - 1, withPut(above.columns, position.column, end, block)), count);
  }
  const opened = withPut(
    Array.from({ length: count }, () => []),
    position.column,
    slot,
    block,
  );
  return columnsOf(strips.toSpliced(index, 0, opened), count);
}

function withPut(columns: readonly Column[], column: number, slot: number, block: Block): Strip<Block> {
  return { columns: columns.map((each, index) => (index === column ? putAt(each, slot, block) : each)) };
}

/** The strip in which a place lies, and its row there; places below everything belong to the last columns. */
function locate(strips: readonly Strip<Block>[], { slot }: SlotPosition): { index: number; slot: number } {
  let start = 0;
  for (const [index, strip] of strips.entries()) {
    const isLast = index === strips.length - 1 && !('wide' in strip);
    if (isLast || slot < start + rowsOf(strip)) return { index, slot: slot - start };
    start += rowsOf(strip);
  }
  return { index: strips.length, slot: slot - start };
}

/** What of some columns is read before a wide block at a place of one of them: the other column is cut where it is as high. */
function splitStrip(strip: Strip<Block> | undefined, { column, slot }: SlotPosition) {
  if (strip === undefined) return { above: [], below: [] };
  if ('wide' in strip) return { above: [], below: [strip] };
  const wanted = heightTo(strip.columns[column] ?? [], slot);
  const cuts = strip.columns.map((each, index) => (index === column ? slot : cutAt(each, wanted)));
  const above = { columns: strip.columns.map((each, index) => trimColumn(each.slice(0, cuts[index]))) };
  const below = { columns: strip.columns.map((each, index) => trimColumn(each.slice(cuts[index]))) };
  return { above: rowsOf(above) > 0 ? [above] : [], below: rowsOf(below) > 0 ? [below] : [] };
}

function heightTo(column: Column, slot: number): number {
  return column
    .slice(0, slot)
    .reduce((sum, block) => sum + (block === null ? EMPTY_SLOT_HEIGHT : heightOf(block)), 0);
}

function cutAt(column: Column, height: number): number {
  const cuts = Array.from({ length: column.length + 1 }, (_, cut) => cut);
  const far = (cut: number) => Math.abs(heightTo(column, cut) - height);
  return cuts.reduce((best, cut) => (far(cut) < far(best) ? cut : best), 0);
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
  const occupant = document.columns[to.column]?.[to.slot] ?? null;
  // What stood below the block moves up by one once it is gone: it takes the place of what it was dropped on.
  const isBelow =
    occupant !== null && !occupant.wide && !block.wide && from.column === to.column && from.slot < to.slot;
  const target = isBelow && !hasWideBetween(document, from.slot, to.slot) ? { ...to, slot: to.slot + 1 } : to;
  // The block leaves its place only afterwards, so that all places are still where they were.
  const leaving = { ...block, name: LEAVING };
  const marked = {
    ...document,
    columns: withColumn(document, from.column, (column) => column.with(from.slot, leaving)),
  };
  const moved = { ...marked, columns: withBlock(marked, block, target) };
  return removeBlock(moved, LEAVING);
}

/** The name of the block that is about to be gone; longer than any that is stored. */
const LEAVING = 'x'.repeat(101);

function hasWideBetween(document: NewsletterDocument, from: number, to: number): boolean {
  return document.columns[0]?.slice(from, to).some((block) => block?.wide) ?? false;
}

/** Changes places with what stands above, empty or not; a block at the top of its columns goes above the wide one. */
export function moveUp(document: NewsletterDocument, name: string): NewsletterDocument {
  return step(document, name, -1);
}

/** Swaps a block with the slot below it; the last block stays. */
export function moveDown(document: NewsletterDocument, name: string): NewsletterDocument {
  return step(document, name, 1);
}

function step(document: NewsletterDocument, name: string, by: -1 | 1): NewsletterDocument {
  const from = positionOf(document, name);
  const block = findBlock(document, name);
  if (from === null || block === null) return document;
  const strips = stripsOf(document.columns);
  const { index, slot } = locate(strips, from);
  const strip = strips[index];
  if (strip === undefined) return document;
  if ('wide' in strip) return stepWide(document, strips, index, by);
  const column = strip.columns[from.column] ?? [];
  const other = column[slot + by];
  if (other !== undefined) {
    const swapped = column.with(slot, other).with(slot + by, block);
    const columns = strip.columns.with(from.column, swapped);
    return withFootersLast(document, columnsOf(strips.with(index, { columns }), document.columns.length));
  }
  return stepOver(document, strips, { index, strip, column: from.column, block, by });
}

type StepOver = {
  readonly index: number;
  readonly strip: { readonly columns: readonly Column[] };
  readonly column: number;
  readonly block: Block;
  readonly by: -1 | 1;
};

/** Past the wide block above or below: to the end or the beginning of its column there. */
function stepOver(
  document: NewsletterDocument,
  strips: readonly Strip<Block>[],
  { index, strip, column, block, by }: StepOver,
): NewsletterDocument {
  const wide = strips[index + by];
  if (wide === undefined || isAtFoot(block)) return document;
  const count = document.columns.length;
  const beyond = strips[index + 2 * by];
  const open = Array.from({ length: count }, (): Column => []);
  const target = beyond === undefined || 'wide' in beyond ? { columns: open } : beyond;
  const there = target.columns[column] ?? [];
  const put = { columns: target.columns.with(column, by === -1 ? [...there, block] : [block, ...there]) };
  const rest = withoutBlock(strip, block.name);
  const around = by === -1 ? [put, wide, rest] : [rest, wide, put];
  const taken = target === beyond ? 3 : 2;
  const first = by === -1 ? index - taken + 1 : index;
  return withFootersLast(document, columnsOf(strips.toSpliced(first, taken, ...around), count));
}

function withoutBlock(strip: { readonly columns: readonly Column[] }, name: string): Strip<Block> {
  return {
    columns: strip.columns.map((column) => trimColumn(column.filter((block) => block?.name !== name))),
  };
}

/** A wide block goes past another one at once, and past columns row by row. */
function stepWide(
  document: NewsletterDocument,
  strips: readonly Strip<Block>[],
  index: number,
  by: -1 | 1,
): NewsletterDocument {
  const wide = strips[index];
  const other = strips[index + by];
  if (wide === undefined || other === undefined) return document;
  const first = by === -1 ? index - 1 : index;
  let around: Strip<Block>[] = by === -1 ? [wide, other] : [other, wide];
  if (!('wide' in other)) {
    const cut = by === -1 ? rowsOf(other) - 1 : 1;
    const part = (from: number, to?: number) => ({
      columns: other.columns.map((column) => trimColumn(column.slice(from, to))),
    });
    around = [part(0, cut), wide, part(cut)];
  }
  return withFootersLast(document, columnsOf(strips.toSpliced(first, 2, ...around), document.columns.length));
}

/** To the same height in the other column; in one column, and for a wide block, nothing changes. */
export function moveToOtherColumn(document: NewsletterDocument, name: string): NewsletterDocument {
  const from = positionOf(document, name);
  const block = findBlock(document, name);
  if (from === null || block?.wide || document.columns.length < 2) return document;
  const strips = stripsOf(document.columns);
  const { index, slot } = locate(strips, from);
  const strip = strips[index];
  if (strip === undefined || 'wide' in strip) return document;
  const column = 1 - from.column;
  const end = strip.columns[column]?.length ?? 0;
  return moveBlock(document, name, { column, slot: from.slot - Math.max(0, slot - end) });
}

/** Lets a block span both columns where it stands, or takes it back into the left one. */
export function setWide(document: NewsletterDocument, name: string, isWide: boolean): NewsletterDocument {
  const from = positionOf(document, name);
  const block = findBlock(document, name);
  if (from === null || block === null || isAtFoot(block) || (block.wide ?? false) === isWide) return document;
  const changed: Block = { ...block, wide: isWide ? true : undefined };
  if (document.columns.length === 1) return replaceWhole(document, changed);
  const leaving = { ...block, wide: undefined, name: LEAVING };
  if (isWide) {
    const marked = {
      ...document,
      columns: withColumn(document, from.column, (column) => column.with(from.slot, leaving)),
    };
    return removeBlock({ ...marked, columns: withBlock(marked, changed, from) }, LEAVING);
  }
  const strips = stripsOf(document.columns);
  const { index } = locate(strips, from);
  return withFootersLast(
    document,
    columnsOf(strips.with(index, { columns: [[changed], []] }), document.columns.length),
  );
}

/** Gives the section in which a block stands a tint, or takes it away. */
export function tintSection(
  document: NewsletterDocument,
  names: readonly string[],
  tint: Block['tint'],
): NewsletterDocument {
  const columns = document.columns.map((column) =>
    column.map((block) => (block !== null && names.includes(block.name) ? { ...block, tint } : block)),
  );
  return { ...document, columns };
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
  const strips = stripsOf(document.columns);
  const { index, slot } = locate(strips, from);
  const strip = strips[index];
  const next =
    strip === undefined || 'wide' in strip
      ? strips.toSpliced(index + 1, 0, { wide: copy })
      : strips.with(index, {
          columns: strip.columns.map((column, at) =>
            at === from.column ? insertAt(column, slot + 1, copy) : column,
          ),
        });
  return withFootersLast(document, columnsOf(next, document.columns.length));
}

/** Removes a block; the blocks below move up. */
export function removeBlock(document: NewsletterDocument, name: string): NewsletterDocument {
  const strips = stripsOf(document.columns);
  const at = strips.findIndex((strip) => 'wide' in strip && strip.wide.name === name);
  const rest =
    at < 0
      ? strips.map((strip) => ('wide' in strip ? strip : withoutBlock(strip, name)))
      : strips.toSpliced(at, 1);
  return withFootersLast(document, columnsOf(rest, document.columns.length));
}

/** Replaces the block of the same name. */
export function replaceBlock(document: NewsletterDocument, block: Block): NewsletterDocument {
  const old = findBlock(document, block.name);
  return old === null ? document : replaceWhole(document, inEnvelopeOf(block, old));
}

function replaceWhole(document: NewsletterDocument, block: Block): NewsletterDocument {
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
  const strips = withoutFooters(columns);
  const last = strips.at(-1);
  const rows = strips.reduce((sum, strip) => sum + rowsOf(strip), 0);
  // They stand below the last wide block.
  const least = last === undefined || 'wide' in last ? rows : rows - rowsOf(last);
  const others = columnsOf(strips, columns.length);
  // A footer is drawn at the foot anyway; standing last in its column too, it never is in the way of a move.
  const withFooters = others.map((column, index) => {
    const footers = (columns[index] ?? []).filter(isAtFoot);
    return [...padTo(column, footers.length === 0 ? 0 : least), ...footers];
  });
  return trim({ ...document, columns: withFooters });
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
