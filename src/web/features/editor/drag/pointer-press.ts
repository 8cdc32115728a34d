/**
 * Turns presses on elements with `data-drag` into drags: with a mouse as soon as it moves; with a finger or a pen after
 * a long press, so that the page can still be scrolled.
 */

/** In pixels relative to the window. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The handlers of a current drag. */
interface ActiveDrag {
  at(point: Point): void;
  /** Ends the drag: dropped at the last point, or cancelled. */
  end(isDropped: boolean): void;
}

/** Starts a drag of the pressed element at a point; null if it cannot be dragged now. */
export type Begin = (source: HTMLElement, at: Point) => ActiveDrag | null;

/** The distance at which a mouse press becomes a drag, and the tolerance of a long press, in pixels. */
const DRAG_DISTANCE = 5;
const HOLD_TOLERANCE = 8;
/** The duration of a long press, in milliseconds. */
const HOLD_DELAY = 250;

/** Listens to presses on the whole page; returns a function that stops it and cancels a current drag. */
export function watchPresses(begin: Begin): () => void {
  const listeners = new AbortController();
  const { signal } = listeners;
  let press: Press | null = null;
  window.addEventListener(
    'pointerdown',
    (down) => {
      const source = down.target instanceof Element ? down.target.closest<HTMLElement>('[data-drag]') : null;
      if (source === null || !down.isPrimary || down.button !== 0) return;
      press?.cancel();
      press = pressOf(down, source, begin);
    },
    { signal },
  );
  // Added up front: browsers decide at the first touch whether a page may prevent scrolling.
  window.addEventListener(
    'touchmove',
    (event) => {
      if (press?.isDragging() && event.cancelable) event.preventDefault();
    },
    { signal, passive: false },
  );
  return () => {
    press?.cancel();
    listeners.abort();
  };
}

interface Press {
  isDragging(): boolean;
  cancel(): void;
}

function pressOf(down: PointerEvent, source: HTMLElement, begin: Begin): Press {
  const { pointerId, pointerType } = down;
  const isTouch = pointerType !== 'mouse';
  const from = pointOf(down);
  let at = from;
  let drag: ActiveDrag | null = null;
  const timer = isTouch ? setTimeout(start, HOLD_DELAY) : undefined;
  const listeners = new AbortController();
  const listen = <Name extends keyof WindowEventMap>(
    name: Name,
    run: (event: WindowEventMap[Name]) => void,
  ): void => window.addEventListener(name, run, { capture: true, signal: listeners.signal });

  function start(): void {
    clearTimeout(timer);
    drag = begin(source, at);
    if (drag === null) finish(false);
    // To receive events beyond the window's edge as well.
    else source.setPointerCapture(pointerId);
  }
  function finish(isDropped: boolean): void {
    clearTimeout(timer);
    listeners.abort();
    const ended = drag;
    drag = null;
    ended?.end(isDropped);
  }

  listen('pointermove', (event) => {
    if (event.pointerId !== pointerId) return;
    at = pointOf(event);
    if (drag !== null) drag.at(at);
    else if (isTouch && distance(from, at) > HOLD_TOLERANCE) finish(false);
    else if (!isTouch && distance(from, at) > DRAG_DISTANCE) start();
  });
  listen('pointerup', (event) => {
    if (event.pointerId !== pointerId) return;
    at = pointOf(event);
    drag?.at(at);
    // A long press without movement is a tap.
    const isDrag = drag !== null && distance(from, at) > DRAG_DISTANCE;
    if (isDrag) ignoreNextClick();
    finish(isDrag);
  });
  listen('pointercancel', (event) => {
    if (event.pointerId === pointerId) finish(false);
  });
  listen('keydown', (event) => {
    if (drag === null) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape') finish(false);
  });
  listen('contextmenu', (event) => {
    if (drag !== null || isTouch) event.preventDefault();
  });
  // Prevents the browser's own drag and drop of pictures and text.
  listen('dragstart', (event) => event.preventDefault());

  return { isDragging: () => drag !== null, cancel: () => finish(false) };
}

/** Ignores the click that follows the end of a drag. */
function ignoreNextClick(): void {
  const listeners = new AbortController();
  window.addEventListener(
    'click',
    (event) => {
      event.preventDefault();
      event.stopPropagation();
    },
    { capture: true, signal: listeners.signal },
  );
  setTimeout(() => listeners.abort());
}

function pointOf({ clientX, clientY }: PointerEvent): Point {
  return { x: clientX, y: clientY };
}

function distance(one: Point, other: Point): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}
