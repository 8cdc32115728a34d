import {
  LEAVING,
  locate,
  removeBlock,
  withBlock,
  withColumn,
  withFootersLast,
  withoutBlock,
} from './arrange.ts';
import type { Block, Column, NewsletterDocument } from './document.ts';
import { findBlock, positionOf, type SlotPosition } from './layout.ts';
import { columnsOf, rowCount, type Segment, segmentsOf, trimColumn } from './segments.ts';
import { isAtFoot } from './traits.ts';

/** Actions that move blocks: pure functions that each return a new document. */

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
    return withFootersLast(document, columnsOf(segments.with(index, { columns }), document.columns.length));
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

/** Past the wide block above or below: to the end or the beginning of its column there. */
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
  return withFootersLast(document, columnsOf(segments.toSpliced(first, taken, ...around), count));
}

/** A wide block goes past another one at once, and past columns row by row. */
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
    columnsOf(segments.toSpliced(first, 2, ...around), document.columns.length),
  );
}

/** To the same height in the other column; in one column, and for a wide block, nothing changes. */
export function moveToOtherColumn(document: NewsletterDocument, name: string): NewsletterDocument {
  const from = positionOf(document, name);
  const block = findBlock(document, name);
  if (from === null || block?.wide || document.columns.length < 2) return document;
  const segments = segmentsOf(document.columns);
  const { index, slot } = locate(segments, from);
  const segment = segments[index];
  if (segment === undefined || 'wide' in segment) return document;
  const column = 1 - from.column;
  const end = segment.columns[column]?.length ?? 0;
  return moveBlock(document, name, { column, slot: from.slot - Math.max(0, slot - end) });
}
