import { DEFINITIONS } from '#newsletter/document/document.ts';
import { positionOf, type SlotPosition } from '#newsletter/document/layout.ts';
import { moveBlock } from '#newsletter/document/move.ts';
import { addBlockOfType } from '#web/features/editor/kernel/commands/add-commands.ts';
import { dropBlock, placeWords } from '#web/features/editor/kernel/commands/commands.ts';
import { type Dragged, endDrag, pickUp, showLanding } from '#web/features/editor/kernel/drag-state.ts';
import { flushChange } from '#web/features/editor/kernel/places/focus.ts';
import { sideOf } from '#web/features/editor/kernel/state/sides.ts';
import type { EditorTools } from '#web/features/editor/kernel/tools.tsx';
import { type DropPlaces, isWideDrag, landingBefore, measurePlaces, slotsIn } from './drop-places.ts';

/**
 * Drag and drop by keyboard: arrows choose the place, Space or Enter drops, Escape cancels. Shows the drop line and
 * announces each step. Returns a function that puts the block back.
 */
export function startKeyboardDrag(tools: EditorTools, sheet: HTMLElement, dragged: Dragged): () => void {
  const { editing } = tools;
  const places = measurePlaces(sheet);
  const { document } = editing.store.getState();
  const isWide = isWideDrag(document, dragged);
  const from = dragged.kind === 'block' ? positionOf(document, dragged.name) : null;
  let at: SlotPosition = from ?? { column: 0, slot: endOf(places, 0) };
  pickUp(editing.drag, dragged, 'keyboard');
  const { label } = DEFINITIONS[dragged.type];
  // The place where it would be, not counting its old one.
  const placeInWords = () => {
    const place = editing.drag.getState().landing?.place ?? from ?? at;
    const landed =
      dragged.kind === 'block' ? positionOf(moveBlock(document, dragged.name, place), dragged.name) : place;
    return placeWords(editing, document.columns.length, landed ?? place, isWide);
  };

  function show(): void {
    // The line has to be in place before it can be scrolled to.
    flushChange(() => showLanding(editing.drag, landingBefore(places, at, document, dragged)));
    window.document.querySelector('[data-drop-line]')?.scrollIntoView({ block: 'nearest' });
  }
  function end(words: string): void {
    window.removeEventListener('keydown', onKey, true);
    window.removeEventListener('pointerdown', moveOn, true);
    window.removeEventListener('focusin', moveOn, true);
    endDrag(editing.drag);
    if (words !== '') editing.announce(words);
  }
  function drop(): void {
    const { landing } = editing.drag.getState();
    end(landing === null ? `${label} stays, ${placeInWords()}` : '');
    if (landing === null) return;
    if (dragged.kind === 'tile') addBlockOfType(editing, dragged.type, landing.place);
    else dropBlock(editing, dragged.name, landing.place);
  }
  function onKey(event: KeyboardEvent): void {
    event.preventDefault();
    event.stopPropagation();
    if (event.key === ' ' || event.key === 'Enter') drop();
    else if (event.key === 'Escape' || event.key === 'Tab') end(`${label} put back`);
    else step(nextPlace(places, at, sideways(event.key)));
  }
  // A person who points or moves elsewhere wants the keys there.
  function moveOn(): void {
    end(`${label} put back`);
  }
  // The column on the side of an arrow. A block across both columns has nowhere to go there.
  function sideways(key: string): string | number {
    if (key !== 'ArrowLeft' && key !== 'ArrowRight') return key;
    if (isWide || document.columns.length === 1) return at.column;
    return sideOf(0, editing.isRightToLeft) === (key === 'ArrowLeft' ? 'left' : 'right') ? 0 : 1;
  }
  // Before the block that follows it, the dragged block would stay where it is.
  function isBelowItself({ column, slot }: SlotPosition): boolean {
    const isNext = from !== null && column === from.column && slot === from.slot + 1;
    return isNext && slotsIn(places, column).some((each) => each.slot === slot && each.kind !== 'tail');
  }
  function beyondItself(next: SlotPosition): SlotPosition {
    if (from === null || next.slot < at.slot) return from ?? next;
    return nextPlace(places, next, 'ArrowDown') ?? next;
  }
  function step(next: SlotPosition | null): void {
    if (next === null) return;
    at = isBelowItself(next) ? beyondItself(next) : next;
    show();
    editing.announce(placeInWords());
  }

  window.addEventListener('keydown', onKey, true);
  window.addEventListener('pointerdown', moveOn, true);
  window.addEventListener('focusin', moveOn, true);
  show();
  editing.announce(
    `${label} picked up, ${placeInWords()}. Arrows move it, Space drops it, Escape puts it back.`,
  );
  return () => {
    if (editing.drag.getState().dragged === dragged) end('');
  };
}

/** The slot below a column's last block. */
function endOf(places: DropPlaces, column: number): number {
  const slots = slotsIn(places, column);
  return slots[slots.findLastIndex(({ kind }) => kind !== 'tail') + 1]?.slot ?? 0;
}

/** The place that a key leads to; a number is the column to go to. */
function nextPlace(places: DropPlaces, at: SlotPosition, key: string | number): SlotPosition | null {
  const column = typeof key === 'number' ? key : at.column;
  const slots = slotsIn(places, column).map(({ slot }) => slot);
  if (typeof key === 'number') {
    const slot = slots.findLast((each) => each <= at.slot) ?? slots[0];
    return slot === undefined ? null : { column, slot };
  }
  const index = slots.indexOf(at.slot);
  const to = {
    ArrowUp: slots[Math.max(0, index - 1)],
    ArrowDown: slots[Math.min(slots.length - 1, index + 1)],
    Home: slots[0],
    End: endOf(places, column),
  };
  const slot = new Map(Object.entries(to)).get(key);
  return slot === undefined ? null : { column, slot };
}
