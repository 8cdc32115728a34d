import { isAtFoot, type NewsletterDocument } from '#newsletter/document/document.ts';
import { findBlock, positionOf, type SlotPosition } from '#newsletter/document/layout.ts';
import { moveBlock } from '#newsletter/document/move.ts';
import type { Dragged, Landing } from '#web/features/editor/kernel/drag-state.ts';

/** Where things can be dropped. The canvas is measured at the start of a drag: nothing moves during it. */

/** One slot of a column, or of blocks across all columns, in pixels relative to the sheet. `tail`: an empty slot below the last block. */
export interface SlotBox {
  readonly slot: number;
  readonly kind: 'block' | 'gap' | 'tail';
  readonly top: number;
  readonly bottom: number;
}
/** A column of one section. */
interface ColumnBox {
  readonly column: number;
  /** Whether its blocks span both columns. */
  readonly isWide: boolean;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly slots: readonly SlotBox[];
}
export interface DropPlaces {
  /** The sheet's width in pixels. */
  readonly sheetWidth: number;
  readonly columns: readonly ColumnBox[];
}

/** The distance between the paper's edge and a drop line across both columns, in pixels. */
const LINE_MARGIN = 18;

/** Measures the columns of a sheet and their slots (elements with `data-slot` and `data-kind`). */
export function measurePlaces(sheet: HTMLElement): DropPlaces {
  const origin = sheet.getBoundingClientRect();
  const zoom = sheet.currentCSSZoom ?? 1;
  const columns = sheet.querySelectorAll<HTMLElement>('[data-column]');
  return {
    sheetWidth: origin.width / zoom,
    columns: Array.from(columns, (element) => {
      const box = element.getBoundingClientRect();
      const slots = Array.from(element.querySelectorAll<HTMLElement>('[data-slot]'), (slot) =>
        slotBox(slot, origin.top, zoom),
      );
      return {
        column: Number(element.dataset.column),
        isWide: element.dataset.side === 'wide',
        left: (box.left - origin.left) / zoom,
        right: (box.right - origin.left) / zoom,
        top: (box.top - origin.top) / zoom,
        bottom: (box.bottom - origin.top) / zoom,
        slots,
      };
    }),
  };
}

/** The places except those that leave white space below the last block. */
export function withoutRoomBelow({ columns, ...places }: DropPlaces): DropPlaces {
  const kept = (slots: readonly SlotBox[]) => {
    const end = slots.findIndex(({ kind }) => kind === 'tail');
    return end === -1 ? slots : slots.slice(0, end + 1);
  };
  return { ...places, columns: columns.map((box) => ({ ...box, slots: kept(box.slots) })) };
}

/** Converts a point of the window to the sheet's own pixels, however small the sheet is drawn. */
export function pointOn(sheet: HTMLElement, { x, y }: Point): Point {
  const { left, top } = sheet.getBoundingClientRect();
  const zoom = sheet.currentCSSZoom ?? 1;
  return { x: (x - left) / zoom, y: (y - top) / zoom };
}

function slotBox(element: HTMLElement, originTop: number, zoom: number): SlotBox {
  const { top, bottom } = element.getBoundingClientRect();
  const kind = element.dataset.kind;
  return {
    slot: Number(element.dataset.slot),
    kind: kind === 'gap' || kind === 'tail' ? kind : 'block',
    top: (top - originTop) / zoom,
    bottom: (bottom - originTop) / zoom,
  };
}

type Point = { readonly x: number; readonly y: number };

/** Where something is dropped at a point of the sheet; null if the drop would change nothing. */
export function landingAt(
  places: DropPlaces,
  point: Point,
  document: NewsletterDocument,
  dragged: Dragged,
): Landing | null {
  const box = nearest(
    places.columns,
    (each) => distance(point.x, each.left, each.right) + distance(point.y, each.top, each.bottom),
  );
  const slot = box && slotAt(box, point.y);
  if (box === undefined || slot === undefined) return null;
  const isLowerHalf = slot.kind === 'block' && point.y > (slot.top + slot.bottom) / 2;
  const before = {
    column: box.isWide ? columnUnder(places, point) : box.column,
    slot: slot.slot + (isLowerHalf ? 1 : 0),
  };
  const next = isLowerHalf ? box.slots.find((each) => each.slot === before.slot) : slot;
  const top = next === undefined ? slot.bottom : lineTop(box, next);
  return landingOn(places, box, top, before, document, dragged);
}

// Below the column counts as its end. White space above a block takes a drop on one of the places further down.
function slotAt({ slots, bottom }: ColumnBox, y: number): SlotBox | undefined {
  if (y > bottom) return slots.find(({ kind }) => kind === 'tail') ?? slots.at(-1);
  return nearest(slots, (slot) => distance(y, slot.top, slot.bottom));
}

/** The column that a point above or below a wide block belongs to. */
function columnUnder({ columns }: DropPlaces, { x }: Point): number {
  const narrow = columns.filter(({ isWide }) => !isWide);
  return nearest(narrow, (box) => distance(x, box.left, box.right))?.column ?? 0;
}

/**
 * Where something is dropped before the block at a place, or into the place if it is empty; null if nothing changes.
 */
export function landingBefore(
  places: DropPlaces,
  before: SlotPosition,
  document: NewsletterDocument,
  dragged: Dragged,
): Landing | null {
  const box = boxesIn(places, before.column).find(({ slots }) =>
    slots.some(({ slot }) => slot === before.slot),
  );
  const slot = box?.slots.find((each) => each.slot === before.slot);
  if (box === undefined || slot === undefined) return null;
  return landingOn(places, box, lineTop(box, slot), before, document, dragged);
}

/** The slots that a column passes through from above, wide blocks included. */
export function slotsIn(places: DropPlaces, column: number): readonly SlotBox[] {
  return boxesIn(places, column).flatMap(({ slots }) => slots);
}

function boxesIn({ columns }: DropPlaces, column: number): readonly ColumnBox[] {
  return columns.filter((box) => box.isWide || box.column === column);
}

// Between sections, and for a block that spans both columns, the line spans the paper.
function landingOn(
  { sheetWidth, columns }: DropPlaces,
  box: ColumnBox,
  top: number,
  before: SlotPosition,
  document: NewsletterDocument,
  dragged: Dragged,
): Landing | null {
  const place = placeFor(before, document, dragged);
  if (place === null) return null;
  const isAcross = box.isWide || isWideDrag(document, dragged);
  const line = isAcross
    ? { left: LINE_MARGIN, width: sheetWidth - 2 * LINE_MARGIN, top }
    : { left: box.left, width: box.right - box.left, top };
  return { place, isAcross, columnTop: Math.min(...columns.map((each) => each.top)), line };
}

/** Whether a drag carries a block across both columns. */
export function isWideDrag(document: NewsletterDocument, dragged: Dragged): boolean {
  return (
    document.columns.length > 1 &&
    dragged.kind === 'block' &&
    findBlock(document, dragged.name)?.wide === true
  );
}

// Converts a place on the canvas into one of the document. The canvas shows footers below all columns, the document has
// them at the end of a column.
function placeFor(before: SlotPosition, document: NewsletterDocument, dragged: Dragged): SlotPosition | null {
  const column = document.columns[before.column] ?? [];
  const content = column.filter((block) => !isAtFoot(block)).length;
  const slot = before.slot > content ? before.slot + column.length - content : before.slot;
  const aim = { column: before.column, slot };
  if (dragged.kind === 'tile') return aim;
  const place = isCountedWithout(document, dragged, aim) ? { ...aim, slot: slot - 1 } : aim;
  return isSamePlace(document, moveBlock(document, dragged.name, place)) ? null : place;
}

/** Whether `moveBlock` closes the block's old gap before it counts slots: the block is further up in the same columns. */
function isCountedWithout(
  document: NewsletterDocument,
  dragged: Dragged & { readonly kind: 'block' },
  { column, slot }: SlotPosition,
): boolean {
  const from = positionOf(document, dragged.name);
  const occupant = document.columns[column]?.[slot] ?? null;
  if (from === null || from.column !== column || from.slot >= slot) return false;
  if (occupant === null || occupant.wide || isWideDrag(document, dragged)) return false;
  return !document.columns[0]?.slice(from.slot, slot).some((block) => block?.wide);
}

function isSamePlace(before: NewsletterDocument, after: NewsletterDocument): boolean {
  return before.columns.every((column, index) => {
    const other = after.columns[index] ?? [];
    return other.length === column.length && column.every((block, slot) => other[slot] === block);
  });
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
