import { type KeyboardEvent as ReactKeyboardEvent, useCallback, useEffect, useRef } from 'react';
import { DEFINITIONS } from '#newsletter/document/document.ts';
import { positionOf, type SlotPosition } from '#newsletter/document/layout.ts';
import { type EditorTools, useTools } from '#web/features/editor/editor-context.tsx';
import { addBlockOfType, dropBlock, placeWords } from '#web/features/editor/state/commands.ts';
import { sideOf } from '#web/features/editor/state/sides.ts';
import { type Dragged, endDrag, pickUp, showLanding } from './drag-state.ts';
import { type ColumnBox, landingBefore, measurePlaces } from './drop-places.ts';

/**
 * Drag and drop by keyboard: Space picks up, arrows choose the place, Space or Enter drops, Escape cancels. Shows the
 * drop line and announces each step. Returns the `onKeyDown` handler for the button.
 */
export function useKeyboardDrag(dragged: Dragged, isOff = false): (event: ReactKeyboardEvent) => void {
  const tools = useTools();
  const stop = useRef<(() => void) | null>(null);
  useEffect(() => () => stop.current?.(), []);
  const latest = useRef(dragged);
  latest.current = dragged;
  return useCallback(
    (event) => {
      if (event.key !== ' ' || isOff || tools.sheet.current === null) return;
      if (tools.editing.drag.getState().dragged !== null) return;
      event.preventDefault();
      stop.current = startKeyboardDrag(tools, tools.sheet.current, latest.current);
    },
    [tools, isOff],
  );
}

function startKeyboardDrag(tools: EditorTools, sheet: HTMLElement, dragged: Dragged): () => void {
  const { editing } = tools;
  const columns = measurePlaces(sheet);
  const { document } = editing.store.getState();
  const from = dragged.kind === 'block' ? positionOf(document, dragged.name) : null;
  let at: SlotPosition = from ?? { column: 0, slot: lastBlock(columns[0]) };
  pickUp(editing.drag, dragged, 'keyboard');
  const { label } = DEFINITIONS[dragged.type];
  const placeInWords = () => placeWords(editing, columns.length, at);

  function show(): void {
    showLanding(editing.drag, landingBefore(columns, at, document, dragged));
    window.document.querySelector('[data-drop-line]')?.scrollIntoView({ block: 'nearest' });
  }
  function end(words: string): void {
    window.removeEventListener('keydown', onKey, true);
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
    else step(nextPlace(columns, at, event.key, editing.isRightToLeft));
  }
  function step(next: SlotPosition | null): void {
    if (next === null) return;
    at = next;
    show();
    editing.announce(placeInWords());
  }

  window.addEventListener('keydown', onKey, true);
  show();
  editing.announce(
    `${label} picked up, ${placeInWords()}. Arrows move it, Space drops it, Escape puts it back.`,
  );
  return () => {
    if (editing.drag.getState().dragged === dragged) end('');
  };
}

function lastBlock(column: ColumnBox | undefined): number {
  return column?.slots.findIndex(({ kind }) => kind === 'tail') ?? 0;
}

function nextPlace(
  columns: readonly ColumnBox[],
  at: SlotPosition,
  key: string,
  isRightToLeft: boolean,
): SlotPosition | null {
  const most = (columns[at.column]?.slots.length ?? 1) - 1;
  if (key === 'ArrowUp') return { ...at, slot: Math.max(0, at.slot - 1) };
  if (key === 'ArrowDown') return { ...at, slot: Math.min(most, at.slot + 1) };
  if (key === 'Home') return { ...at, slot: 0 };
  if (key === 'End') return { ...at, slot: lastBlock(columns[at.column]) };
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return null;
  const side = key === 'ArrowLeft' ? 'left' : 'right';
  const column = sideOf(0, isRightToLeft) === side ? 0 : columns.length - 1;
  const slots = columns[column]?.slots.length ?? 1;
  return { column, slot: Math.min(at.slot, slots - 1) };
}
