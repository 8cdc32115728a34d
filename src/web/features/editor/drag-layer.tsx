import {
  AutoScroller,
  Cursor,
  PointerActivationConstraints,
  PointerSensor,
  PreventSelection,
} from '@dnd-kit/dom';
import { DragDropProvider, type DragEndEvent, type DragStartEvent } from '@dnd-kit/react';
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { EDITORS } from '#newsletter/blocks/editors.ts';
import { DEFINITIONS } from '#newsletter/document.ts';
import { addBlockOfType, dropBlock } from './commands.ts';
import classes from './drag-layer.module.css';
import { type Dragged, hover, letGo, pickUp } from './drag-state.ts';
import { type ColumnBox, landingAt, measurePlaces } from './drop-places.ts';
import { type EditorTools, useDrag, useTools } from './editor-context.tsx';

// A press is a click until it moves; on a touch screen it has to rest first, so that the page can still be scrolled.
const SENSORS = [
  PointerSensor.configure({
    activationConstraints: ({ pointerType }) =>
      pointerType === 'touch'
        ? [new PointerActivationConstraints.Delay({ value: 250, tolerance: 8 })]
        : [new PointerActivationConstraints.Distance({ value: 5 })],
  }),
];
// What is in the hand is drawn by ourselves, and the keyboard has a way of its own (see use-keyboard-drag.ts).
const PLUGINS = [
  AutoScroller.configure({ acceleration: 12, threshold: { x: 0, y: 0.12 } }),
  Cursor,
  PreventSelection,
];

/** Drag and drop by pointer and touch, from the picker and on the canvas, with what is in the hand. */
export function DragLayer({ children }: { children: ReactNode }) {
  const tools = useTools();
  const hand = useRef<HTMLDivElement>(null);
  const point = useRef<Point>({ x: 0, y: 0 });
  const tracker = useRef<Tracker | null>(null);
  // What the library tells is where the pointer was one step before, and nothing of what it did while the drag began.
  useEffect(() => {
    const follow = ({ clientX, clientY, isPrimary }: PointerEvent) => {
      if (!isPrimary) return;
      point.current = { x: clientX, y: clientY };
      if (hand.current !== null) hand.current.style.transform = shiftTo(point.current);
      tracker.current?.at(point.current);
    };
    window.addEventListener('pointermove', follow, true);
    window.addEventListener('pointerup', follow, true);
    return () => {
      window.removeEventListener('pointermove', follow, true);
      window.removeEventListener('pointerup', follow, true);
    };
  }, []);
  const start = ({ operation }: DragStartEvent) => {
    const dragged = draggedOf(operation.source?.data);
    if (dragged === null || tools.sheet.current === null) return;
    pickUp(tools.editing.drag, dragged, 'pointer');
    tracker.current = track(tools, tools.sheet.current, dragged);
    tracker.current.at(point.current);
    tools.editing.announce(`${DEFINITIONS[dragged.type].label} picked up`);
  };
  const end = ({ canceled }: DragEndEvent) => {
    tracker.current?.stop();
    tracker.current = null;
    const { dragged, landing } = letGo(tools.editing.drag);
    if (dragged === null) return;
    if (canceled || landing === null) tools.editing.announce(`${DEFINITIONS[dragged.type].label} put back`);
    else if (dragged.kind === 'tile') addBlockOfType(tools.editing, dragged.type, landing.place);
    else dropBlock(tools.editing, dragged.name, landing.place);
  };
  return (
    <DragDropProvider sensors={SENSORS} plugins={PLUGINS} onDragStart={start} onDragEnd={end}>
      {children}
      <Hand ref={hand} from={point} />
    </DragDropProvider>
  );
}

function draggedOf(data: unknown): Dragged | null {
  if (typeof data !== 'object' || data === null || !('type' in data)) return null;
  const type = Object.values(EDITORS).find((editor) => editor.type === data.type)?.type;
  if (type === undefined) return null;
  return 'name' in data && typeof data.name === 'string'
    ? { kind: 'block', type, name: data.name }
    : { kind: 'tile', type };
}

interface Tracker {
  readonly at: (point: { x: number; y: number }) => void;
  readonly stop: () => void;
}

/** Follows the pointer over the sheet, also when the sheet is what moves. Places are measured once: nothing jumps. */
function track(tools: EditorTools, sheet: HTMLElement, dragged: Dragged): Tracker {
  const { editing, scroller } = tools;
  const columns: readonly ColumnBox[] = measurePlaces(sheet);
  let last = { x: 0, y: 0 };
  const look = () => {
    const area = scroller.current?.getBoundingClientRect();
    const isOver =
      area !== undefined &&
      last.x >= area.left &&
      last.x <= area.right &&
      last.y >= area.top &&
      last.y <= area.bottom;
    if (!isOver) return hover(editing.drag, null);
    const { left, top } = sheet.getBoundingClientRect();
    const point = { x: last.x - left, y: last.y - top };
    hover(editing.drag, landingAt(columns, point, editing.store.getState().document, dragged));
  };
  scroller.current?.addEventListener('scroll', look, { passive: true });
  const scrolled = scroller.current;
  return {
    at(point) {
      last = point;
      look();
    },
    stop: () => scrolled?.removeEventListener('scroll', look),
  };
}

type Point = { readonly x: number; readonly y: number };

function shiftTo({ x, y }: Point): string {
  return `translate(${x}px, ${y}px)`;
}

function Hand({ ref, from }: { ref: RefObject<HTMLDivElement | null>; from: RefObject<Point> }) {
  const dragged = useDrag((state) => (state.by === 'pointer' ? state.dragged : null));
  useLayoutEffect(() => {
    if (dragged === null) return;
    if (ref.current !== null) ref.current.style.transform = shiftTo(from.current);
  }, [dragged, ref, from]);
  if (dragged === null) return null;
  const Icon = EDITORS[dragged.type].icon;
  return (
    <div ref={ref} className={classes.hand} data-dnd-dragging="" aria-hidden="true">
      <span className={classes.tile}>
        <Icon size={22} stroke={1.75} />
        {DEFINITIONS[dragged.type].label}
      </span>
    </div>
  );
}
