import { hiddenFrom, isSameAudience } from './audience.ts';
import { type Block, type Column, inEnvelopeOf, isAtFoot, type NewsletterDocument } from './document.ts';
import { EMPTY_SLOT_HEIGHT, findBlock, positionOf, type SlotPosition, withoutFooters } from './layout.ts';
import {
  padTo,
  rowCount,
  type Segment,
  segmentColumns,
  segmentsOf,
  trimColumn,
  withFootLast,
} from './segments.ts';
import { heightOf } from './traits.ts';

/** Actions that add, change and remove blocks. They are pure and return a new document. */

/** A temporary name for a block that is removed in the same action. It is longer than any valid name. */
export const LEAVING = 'x'.repeat(101);

/**
 * Adds a block. Without a position, it goes to the end of the shorter column of the last segment, above a footer. With a
 * position, it fills an empty slot, or shifts the blocks of that column down to the next wide block. A wide block splits the
 * columns at its position.
 */
export function addBlock(
  document: NewsletterDocument,
  block: Block,
  position?: SlotPosition,
): NewsletterDocument {
  return withFootersLast(document, withBlock(document, block, position ?? nextPosition(document)));
}

function nextPosition(document: NewsletterDocument): SlotPosition {
  const segments = withoutFooters(document.columns);
  const last = segments.at(-1);
  const rows = segments.reduce((sum, segment) => sum + rowCount(segment), 0);
  if (last === undefined || 'wide' in last) return { column: 0, slot: rows };
  const lengths = last.columns.map((column) => column.length);
  const column = lengths.indexOf(Math.min(...lengths));
  return { column, slot: rows - rowCount(last) + (lengths[column] ?? 0) };
}

/** The columns with a block inserted at a position. `keepsRows`: see `splitSegment`. */
export function withBlock(
  document: NewsletterDocument,
  block: Block,
  position: SlotPosition,
  keepsRows = false,
): Column[] {
  const segments = segmentsOf(document.columns);
  const { index, slot } = locate(segments, position);
  const count = document.columns.length;
  if (block.wide && count > 1 && !isAtFoot(block)) {
    const parts = splitSegment(segments[index], { ...position, slot }, keepsRows);
    return segmentColumns(
      segments.toSpliced(index, 1, ...parts.above, { wide: block }, ...parts.below),
      count,
    );
  }
  const segment = segments[index];
  if (segment !== undefined && !('wide' in segment))
    return segmentColumns(
      segments.with(index, withPut(segment.columns, position.column, slot, block)),
      count,
    );
  // Above a wide block: append to the columns above it, or create them.
  const above = segments[index - 1];
  if (above !== undefined && !('wide' in above)) {
    const end = above.columns[position.column]?.length ?? 0;
    return segmentColumns(
      segments.with(index - 1, withPut(above.columns, position.column, end, block)),
      count,
    );
  }
  const opened = withPut(
    Array.from({ length: count }, () => []),
    position.column,
    slot,
    block,
  );
  return segmentColumns(segments.toSpliced(index, 0, opened), count);
}

function withPut(columns: readonly Column[], column: number, slot: number, block: Block): Segment<Block> {
  return { columns: columns.map((each, index) => (index === column ? putAt(each, slot, block) : each)) };
}

/** The segment that contains a position, and the slot within it. Positions below all blocks belong to the last segment of columns. */
export function locate(
  segments: readonly Segment<Block>[],
  { slot }: SlotPosition,
): { index: number; slot: number } {
  let start = 0;
  for (const [index, segment] of segments.entries()) {
    const isLast = index === segments.length - 1 && !('wide' in segment);
    if (isLast || slot < start + rowCount(segment)) return { index, slot: slot - start };
    start += rowCount(segment);
  }
  return { index: segments.length, slot: slot - start };
}

/**
 * Splits columns for a wide block: one column at the position, the other where its height is closest. `keepsRows`:
 * never above a block of an earlier row, or of the same row further left.
 */
function splitSegment(
  segment: Segment<Block> | undefined,
  { column, slot }: SlotPosition,
  keepsRows: boolean,
) {
  if (segment === undefined) return { above: [], below: [] };
  if ('wide' in segment) return { above: [], below: [segment] };
  const wanted = heightTo(segment.columns[column] ?? [], slot);
  const cuts = segment.columns.map((each, index) => {
    if (index === column) return slot;
    const rows = keepsRows ? slot + (index < column ? 1 : 0) : 0;
    return Math.max(cutAt(each, wanted), Math.min(rows, each.length));
  });
  const above = { columns: segment.columns.map((each, index) => trimColumn(each.slice(0, cuts[index]))) };
  const below = { columns: segment.columns.map((each, index) => trimColumn(each.slice(cuts[index]))) };
  return { above: rowCount(above) > 0 ? [above] : [], below: rowCount(below) > 0 ? [below] : [] };
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

export function withoutBlock(segment: { readonly columns: readonly Column[] }, name: string): Segment<Block> {
  return {
    columns: segment.columns.map((column) => trimColumn(column.filter((block) => block?.name !== name))),
  };
}

/**
 * Makes a block wide, below everything that came before it, or puts it back into the column that ends higher above it,
 * so that it usually returns to its earlier place.
 */
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
    return removeBlock({ ...marked, columns: withBlock(marked, changed, from, true) }, LEAVING);
  }
  const segments = segmentsOf(document.columns);
  const { index } = locate(segments, from);
  const above = segments[index - 1];
  const heights =
    above === undefined || 'wide' in above ? [0] : above.columns.map((each) => heightTo(each, each.length));
  const target = heights.indexOf(Math.min(...heights));
  const columns = document.columns.map((_, column) => (column === target ? [changed] : []));
  return withFootersLast(
    document,
    segmentColumns(segments.with(index, { columns }), document.columns.length),
  );
}

/** Sets or removes the tint of the named blocks, which are one section. */
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

/** Inserts a copy directly below, with a new name. */
export function duplicateBlock(
  document: NewsletterDocument,
  name: string,
  newName: string,
): NewsletterDocument {
  const from = positionOf(document, name);
  const block = findBlock(document, name);
  if (from === null || block === null) return document;
  const copy = { ...block, name: newName };
  const segments = segmentsOf(document.columns);
  const { index, slot } = locate(segments, from);
  const segment = segments[index];
  const next =
    segment === undefined || 'wide' in segment
      ? segments.toSpliced(index + 1, 0, { wide: copy })
      : segments.with(index, {
          columns: segment.columns.map((column, at) =>
            at === from.column ? insertAt(column, slot + 1, copy) : column,
          ),
        });
  return withFootersLast(document, segmentColumns(next, document.columns.length));
}

/** Removes a block; the blocks below move up. */
export function removeBlock(document: NewsletterDocument, name: string): NewsletterDocument {
  const segments = segmentsOf(document.columns);
  const at = segments.findIndex((segment) => 'wide' in segment && segment.wide.name === name);
  const rest =
    at < 0
      ? segments.map((segment) => ('wide' in segment ? segment : withoutBlock(segment, name)))
      : segments.toSpliced(at, 1);
  return withFootersLast(document, segmentColumns(rest, document.columns.length));
}

/** Removes several blocks at once. */
export function withoutBlocks(document: NewsletterDocument, names: ReadonlySet<string>): NewsletterDocument {
  if (names.size === 0) return document;
  const segments = segmentsOf(document.columns).flatMap((segment): Segment<Block>[] => {
    if ('wide' in segment) return names.has(segment.wide.name) ? [] : [segment];
    const columns = segment.columns.map((column) =>
      trimColumn(column.filter((block) => block === null || !names.has(block.name))),
    );
    return rowCount({ columns }) > 0 ? [{ columns }] : [];
  });
  return withFootersLast(document, segmentColumns(segments, document.columns.length));
}

/** The newsletter as a family in these groups gets it; without groups: as everyone with the link does. */
export function documentFor(document: NewsletterDocument, groups: ReadonlySet<string>): NewsletterDocument {
  return withoutBlocks(document, hiddenFrom(document, groups));
}

/** Sets the audience of a block; undefined: everyone. */
export function setAudience(
  document: NewsletterDocument,
  name: string,
  audience: string[] | undefined,
): NewsletterDocument {
  const block = findBlock(document, name);
  if (block === null || isSameAudience(block.audience, audience)) return document;
  return replaceWhole(document, { ...block, audience });
}

/** Replaces the block of the same name. */
export function replaceBlock(document: NewsletterDocument, block: Block): NewsletterDocument {
  const old = findBlock(document, block.name);
  if (old === null) return document;
  const replaced = replaceWhole(document, inEnvelopeOf(block, old));
  return isAtFoot(old) === isAtFoot(block) ? replaced : withFootersLast(document, replaced.columns);
}

function replaceWhole(document: NewsletterDocument, block: Block): NewsletterDocument {
  const columns = document.columns.map((column) =>
    column.map((other) => (other?.name === block.name ? block : other)),
  );
  return { ...document, columns };
}

/** A document with these columns, footers last and trailing empty slots removed. */
export function withFootersLast(
  document: NewsletterDocument,
  columns: readonly Column[],
): NewsletterDocument {
  return { ...document, columns: withFootLast(columns, isAtFoot) };
}

export function withColumn(
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
