import type { NewsletterDocument } from '#newsletter/document/document.ts';
import { positionOf, type SlotPosition } from '#newsletter/document/layout.ts';
import { isAtFoot } from '#newsletter/document/traits.ts';
import type { Dragged, Landing } from './drag-state.ts';

/** Where things can be dropped. The canvas is measured at the start of a drag: nothing moves during it. */

/** One slot of a column, or of blocks across all columns, in pixels relative to the sheet. `tail`: an empty slot below the last block. */
export interface SlotBox {
  readonly slot: number;
  readonly kind: 'block' | 'gap' | 'tail';
  readonly top: number;
  readonly bottom: number;
}
export interface ColumnBox {
  readonly column: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly slots: readonly SlotBox[];
}

/** Measures the columns of a sheet and their slots (elements with `data-slot` and `data-kind`). */
export function measurePlaces(sheet: HTMLElement): ColumnBox[] {
  const origin = sheet.getBoundingClientRect();
  const columns = sheet.querySelectorAll<HTMLElement>('[data-column]');
  return Array.from(columns, (element) => {
    const box = element.getBoundingClientRect();
    const slots = Array.from(element.querySelectorAll<HTMLElement>('[data-slot]'), (slot) =>
      slotBox(slot, origin.top),
    );
    return {
      column: Number(element.dataset.column),
      left: box.left - origin.left,
      right: box.right - origin.left,
      top: box.top - origin.top,
      bottom: box.bottom - origin.top,
      slots,
    };
  });
}

function slotBox(element: HTMLElement, originTop: number): SlotBox {
  const { top, bottom } = element.getBoundingClientRect();
  const kind = element.dataset.kind;
  return {
    slot: Number(element.dataset.slot),
    kind: kind === 'gap' || kind === 'tail' ? kind : 'block',
    top: top - originTop,
    bottom: bottom - originTop,
  };
}

/** Where something is dropped at a point of the sheet; null if the drop would change nothing. */
export function landingAt(
  columns: readonly ColumnBox[],
  point: { readonly x: number; readonly y: number },
  document: NewsletterDocument,
  dragged: Dragged,
): Landing | null {
  const column = nearest(
    columns,
    (box) => distance(point.x, box.left, box.right) + distance(point.y, box.top, box.bottom),
  );
  const box = column && slotAt(column, point.y);
  if (column === undefined || box === undefined) return null;
  const isLowerHalf = box.kind === 'block' && point.y > (box.top + box.bottom) / 2;
  return landingBefore(
    columns,
    { column: column.column, slot: box.slot + (isLowerHalf ? 1 : 0) },
    document,
    dragged,
  );
}

// Below the column counts as its end. White space above a block takes a drop on one of the places further down.
function slotAt({ slots, bottom }: ColumnBox, y: number): SlotBox | undefined {
  if (y > bottom) return slots.find(({ kind }) => kind === 'tail');
  return nearest(slots, (slot) => distance(y, slot.top, slot.bottom));
}

/**
 * Where something is dropped before the block at a place, or into the place if it is empty; null if nothing changes.
 */
export function landingBefore(
  columns: readonly ColumnBox[],
  before: SlotPosition,
  document: NewsletterDocument,
  dragged: Dragged,
): Landing | null {
  const column = columns.find(
    (each) => each.column === before.column && each.slots.some(({ slot }) => slot === before.slot),
  );
  const box = column?.slots.find((each) => each.slot === before.slot);
  if (column === undefined || box === undefined) return null;
  const place = placeFor(before, document, dragged);
  if (place === null) return null;
  const line = { left: column.left, width: column.right - column.left, top: lineTop(column, box) };
  return { place, line };
}

// Converts a place on the canvas into one of the document. The canvas shows footers below all columns, the document has
// them at the end of a column. `moveBlock` counts places with the moved block still in the document.
function placeFor(before: SlotPosition, document: NewsletterDocument, dragged: Dragged): SlotPosition | null {
  const column = document.columns[before.column] ?? [];
  const content = column.filter((block) => !isAtFoot(block)).length;
  const slot = before.slot > content ? before.slot + column.length - content : before.slot;
  const from = dragged.kind === 'block' ? positionOf(document, dragged.name) : null;
  if (from === null || from.column !== before.column) return { column: before.column, slot };
  const isEmpty = (column[slot] ?? null) === null;
  const isLast = from.slot === content - 1 && before.slot === content;
  if (isLast || slot === from.slot || (!isEmpty && slot === from.slot + 1)) return null;
  return { column: before.column, slot: isEmpty || slot < from.slot ? slot : slot - 1 };
}

function lineTop(column: ColumnBox, box: SlotBox): number {
  if (box.kind === 'gap') return (box.top + box.bottom) / 2;
  if (box.kind === 'block') return box.top;
  const isFirst = column.slots.find(({ kind }) => kind === 'tail') === box;
  return isFirst ? box.top : (box.top + box.bottom) / 2;
}

function distance(value: number, from: number, to: number): number {
  return Math.max(0, from - value, value - to);
}

function nearest<Item>(items: readonly Item[], far: (item: Item) => number): Item | undefined {
  let best: Item | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const item of items) {
    const now = far(item);
    if (now < least) {
      least = now;
      best = item;
    }
  }
  return best;
}
