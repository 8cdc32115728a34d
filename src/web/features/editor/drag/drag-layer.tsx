import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { EDITORS } from '#newsletter/blocks/editors.ts';
import { DEFINITIONS, type NewsletterDocument } from '#newsletter/document/document.ts';
import { findBlock } from '#newsletter/document/layout.ts';
import { addBlockOfType } from '#web/features/editor/kernel/commands/add-commands.ts';
import { dropBlock } from '#web/features/editor/kernel/commands/commands.ts';
import { type Dragged, type DragState, endDrag, pickUp } from '#web/features/editor/kernel/drag-state.ts';
import type { EditorSession } from '#web/features/editor/kernel/editor-session.ts';
import { blockLabel } from '#web/features/editor/kernel/places/block-labels.ts';
import { useDrag, useTools } from '#web/features/editor/kernel/tools.tsx';
import { useChanges } from '#web/features/editor/kernel/use-changes.ts';
import classes from './drag-layer.module.css';
import { withDragging } from './dragging-part.ts';
import type { DropTracker } from './drop-tracker.ts';
import { type Point, watchPresses } from './pointer-press.ts';

/** Drag and drop by mouse, pen and finger, from the picker and on the canvas, with a preview at the pointer. */
export function DragLayer({ children }: { children: ReactNode }) {
  const { editing, sheet, scroller } = useTools();
  const preview = useRef<HTMLDivElement>(null);
  const point = useRef<Point>({ x: 0, y: 0 });
  useChanges(editing.drag, markPage);
  useEffect(
    () =>
      watchPresses((source, from) => {
        const dragged = draggedOf(source, editing.store.getState().document);
        const isBusy = editing.drag.getState().dragged !== null;
        const { current: paper } = sheet;
        const { current: view } = scroller;
        if (dragged === null || isBusy || paper === null || view === null) return null;
        point.current = from;
        pickUp(editing.drag, dragged, 'pointer');
        editing.announce(`${labelOf(editing, dragged)} picked up`);
        let tracker: DropTracker | null = null;
        withDragging(({ trackDrop }) => {
          if (editing.drag.getState().dragged !== dragged) return;
          tracker = trackDrop(editing, { sheet: paper, scroller: view }, dragged, from);
          tracker.at(point.current);
        });
        return {
          at(next) {
            point.current = next;
            if (preview.current !== null) preview.current.style.transform = shiftTo(next);
            tracker?.at(next);
          },
          end(isDropped) {
            tracker?.stop();
            drop(editing, endDrag(editing.drag), isDropped);
          },
        };
      }),
    [editing, sheet, scroller],
  );
  return (
    <>
      {children}
      <DragPreview ref={preview} from={point} />
    </>
  );
}

function draggedOf({ dataset }: HTMLElement, document: NewsletterDocument): Dragged | null {
  const name = dataset.drag ?? '';
  const tile = Object.values(EDITORS).find(({ type }) => type === dataset.tile);
  if (tile !== undefined) return { kind: 'tile', type: tile.type };
  const block = findBlock(document, name);
  return block === null ? null : { kind: 'block', type: block.type, name };
}

function drop(editing: EditorSession, { dragged, landing }: DragState, isDropped: boolean): void {
  if (dragged === null) return;
  if (!isDropped || landing === null) editing.announce(`${labelOf(editing, dragged)} put back`);
  else if (dragged.kind === 'tile') addBlockOfType(editing, dragged.type, landing.place);
  else dropBlock(editing, dragged.name, landing.place);
}

function labelOf({ store }: EditorSession, dragged: Dragged): string {
  return dragged.kind === 'tile'
    ? DEFINITIONS[dragged.type].label
    : blockLabel(store.getState().document, dragged.name);
}

// For styles: during a drag, panels over the canvas are hidden and no text is selected.
function markPage({ dragged, by }: DragState): void {
  const { dataset } = document.documentElement;
  if (dragged === null) delete dataset.dragging;
  else dataset.dragging = by;
}

function shiftTo({ x, y }: Point): string {
  return `translate(${x}px, ${y}px)`;
}

function DragPreview({ ref, from }: { ref: RefObject<HTMLDivElement | null>; from: RefObject<Point> }) {
  const dragged = useDrag((state) => (state.by === 'pointer' ? state.dragged : null));
  useLayoutEffect(() => {
    if (dragged === null) return;
    if (ref.current !== null) ref.current.style.transform = shiftTo(from.current);
  }, [dragged, ref, from]);
  if (dragged === null) return null;
  const Icon = EDITORS[dragged.type].icon;
  return (
    <div ref={ref} className={classes.preview} aria-hidden="true">
      <span className={classes.tile}>
        <Icon size={22} stroke={1.75} />
        {DEFINITIONS[dragged.type].label}
      </span>
    </div>
  );
}
