import {
  LEAVING,
  locate,
  removeBlock,
  withBlock,
  withColumn,
  withFootersLast,
  withoutBlock,
} from './arrange.ts';
import { type Block, type Column, isAtFoot, type NewsletterDocument } from './document.ts';
import { findBlock, positionOf, type SlotPosition } from './layout.ts';
import { rowCount, type Segment, segmentColumns, segmentsOf, trimColumn } from './segments.ts';

/** Actions that move blocks. They are pure and return a new document. */

/** Moves a block to a position of the current document: into an empty slot, or before the block in that slot. */
export function moveBlock(document: NewsletterDocument, name: string, to: SlotPosition): NewsletterDocument {
  const from = positionOf(document, name);
  const block = findBlock(document, name);
  const isSame = from !== null && from.column === to.column && from.slot === to.slot;
  if (from === null || block === null || isSame || document.columns[to.column] === undefined) return document;
  const occupant = document.columns[to.column]?.[to.slot] ?? null;
  // Blocks below the moved one shift up by one, so that it replaces the block it was dropped on.
  const isBelow =
    occupant !== null && !occupant.wide && !block.wide && from.column === to.column && from.slot < to.slot;
  const target = isBelow && !hasWideBetween(document, from.slot, to.slot) ? { ...to, slot: to.slot + 1 } : to;
  // Removed only after the insertion, so that positions stay valid.
  const leaving = { ...block, name: LEAVING };
  const marked = {
    ...document,
    columns: withColumn(document, from.column, (column) => column.with(from.slot, leaving)),
  };
  const moved = { ...marked, columns: withBlock(marked, block, target) };
  return removeBlock(moved, LEAVING);
}

function hasWideBetween(document: NewsletterDocument, from: number, to: number): boolean {
  return document.columns[0]?.slice(from, to).some((block) => block?.wide) ?? false;
}

/** Swaps a block with the slot above it. The first block of a segment moves above the wide block before it. */
export function moveUp(document: NewsletterDocument, name: string): NewsletterDocument {
  return step(document, name, -1);
}

/** Swaps a block with the slot below it. The last block of a segment moves below the wide block after it. */
export function moveDown(document: NewsletterDocument, name: string): NewsletterDocument {
  return step(document, name, 1);
}

function step(document: NewsletterDocument, name: string, by: -1 | 1): NewsletterDocument {
  const from = positionOf(document, name);
  const block = findBlock(document, name);
  if (from === null || block === null) return document;
  const segments = segmentsOf(document.columns);
  const { index, slot } = locate(segments, from);
  const segment = segments[index];
  if (segment === undefined) return document;
  if ('wide' in segment) return stepWide(document, segments, index, by);
  const column = segment.columns[from.column] ?? [];
  const other = column[slot + by];
  if (other !== undefined) {
    const swapped = column.with(slot, other).with(slot + by, block);
    const columns = segment.columns.with(from.column, swapped);
    return withFootersLast(
      document,
      segmentColumns(segments.with(index, { columns }), document.columns.length),
    );
  }
  return stepOver(document, segments, { index, segment, column: from.column, block, by });
}

type StepOver = {
  readonly index: number;
  readonly segment: { readonly columns: readonly Column[] };
  readonly column: number;
  readonly block: Block;
  readonly by: -1 | 1;
};

/** Moves a block past an adjacent wide block, to the nearest end of the same column there. */
function stepOver(
  document: NewsletterDocument,
  segments: readonly Segment<Block>[],
  { index, segment, column, block, by }: StepOver,
): NewsletterDocument {
  const wide = segments[index + by];
  if (wide === undefined || isAtFoot(block)) return document;
  const count = document.columns.length;
  const beyond = segments[index + 2 * by];
  const open = Array.from({ length: count }, (): Column => []);
  const target = beyond === undefined || 'wide' in beyond ? { columns: open } : beyond;
  const there = target.columns[column] ?? [];
  const put = { columns: target.columns.with(column, by === -1 ? [...there, block] : [block, ...there]) };
  const rest = withoutBlock(segment, block.name);
  const around = by === -1 ? [put, wide, rest] : [rest, wide, put];
  const taken = target === beyond ? 3 : 2;
  const first = by === -1 ? index - taken + 1 : index;
  return withFootersLast(document, segmentColumns(segments.toSpliced(first, taken, ...around), count));
}

/** Moves a wide block past another one, or one row up or down in the columns beside it. */
function stepWide(
  document: NewsletterDocument,
  segments: readonly Segment<Block>[],
  index: number,
  by: -1 | 1,
): NewsletterDocument {
  const wide = segments[index];
  const other = segments[index + by];
  if (wide === undefined || other === undefined) return document;
  const first = by === -1 ? index - 1 : index;
  let around: Segment<Block>[] = by === -1 ? [wide, other] : [other, wide];
  if (!('wide' in other)) {
    const cut = by === -1 ? rowCount(other) - 1 : 1;
    const part = (from: number, to?: number) => ({
      columns: other.columns.map((column) => trimColumn(column.slice(from, to))),
    });
    around = [part(0, cut), wide, part(cut)];
  }
  return withFootersLast(
    document,
    segmentColumns(segments.toSpliced(first, 2, ...around), document.columns.length),
  );
}

/**
 * Moves a block to the same slot of the other column. The last block of the second column goes to the end of the first
 * one if that ends beside it, so that a text that was added beside a heading moves below it. Changes nothing in one
 * column or for a wide block.
 */
export function moveToOtherColumn(document: NewsletterDocument, name: string): NewsletterDocument {
  const from = positionOf(document, name);
  const block = findBlock(document, name);
  if (from === null || block?.wide || document.columns.length < 2) return document;
  const segments = segmentsOf(document.columns);
  const { index, slot } = locate(segments, from);
  const segment = segments[index];
  if (segment === undefined || 'wide' in segment) return document;
  const column = 1 - from.column;
  const endOf = (each: Column = []) => each.findLastIndex((other) => other !== null && !isAtFoot(other)) + 1;
  const end = endOf(segment.columns[column]);
  const isLast = slot === endOf(segment.columns[from.column]) - 1;
  const to = slot > end || (column === 0 && isLast && slot === end - 1) ? end : slot;
  return moveBlock(document, name, { column, slot: from.slot + to - slot });
}
