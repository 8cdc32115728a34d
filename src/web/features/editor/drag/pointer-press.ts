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
interface Carrying {
  at(point: Point): void;
  /** Ends the drag: dropped at the last point, or cancelled. */
  end(isDropped: boolean): void;
}

/** Starts a drag of the pressed element at a point; null if it cannot be dragged now. */
export type Begin = (source: HTMLElement, at: Point) => Carrying | null;

/** The distance at which a mouse press becomes a drag, and the tolerance of a long press, in pixels. */
const LEAST_WAY = 5;
const TREMBLE = 8;
/** The duration of a long press, in milliseconds. */
const REST = 250;

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
      press?.giveUp();
      press = pressOf(down, source, begin);
    },
    { signal },
  );
  // Added up front: browsers decide at the first touch whether a page may prevent scrolling.
  window.addEventListener(
    'touchmove',
    (event) => {
      if (press?.isCarrying() && event.cancelable) event.preventDefault();
    },
    { signal, passive: false },
  );
  return () => {
    press?.giveUp();
    listeners.abort();
  };
}

interface Press {
  isCarrying(): boolean;
  giveUp(): void;
}

function pressOf(down: PointerEvent, source: HTMLElement, begin: Begin): Press {
  const { pointerId, pointerType } = down;
  const isFinger = pointerType !== 'mouse';
  const from = pointOf(down);
  let at = from;
  let carrying: Carrying | null = null;
  const timer = isFinger ? setTimeout(start, REST) : undefined;
  const listeners = new AbortController();
  const listen = <Name extends keyof WindowEventMap>(
    name: Name,
    run: (event: WindowEventMap[Name]) => void,
  ): void => window.addEventListener(name, run, { capture: true, signal: listeners.signal });

  function start(): void {
    clearTimeout(timer);
    carrying = begin(source, at);
    if (carrying === null) finish(false);
    // To receive events beyond the window's edge as well.
    else source.setPointerCapture(pointerId);
  }
  function finish(isDropped: boolean): void {
    clearTimeout(timer);
    listeners.abort();
    const carried = carrying;
    carrying = null;
    carried?.end(isDropped);
  }

  listen('pointermove', (event) => {
    if (event.pointerId !== pointerId) return;
    at = pointOf(event);
    if (carrying !== null) carrying.at(at);
    else if (isFinger && distance(from, at) > TREMBLE) finish(false);
    else if (!isFinger && distance(from, at) > LEAST_WAY) start();
  });
  listen('pointerup', (event) => {
    if (event.pointerId !== pointerId) return;
    at = pointOf(event);
    carrying?.at(at);
    // A long press without movement is a tap.
    const isDrag = carrying !== null && distance(from, at) > LEAST_WAY;
    if (isDrag) swallowClick();
    finish(isDrag);
  });
  listen('pointercancel', (event) => {
    if (event.pointerId === pointerId) finish(false);
  });
  listen('keydown', (event) => {
    if (carrying === null) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape') finish(false);
  });
  listen('contextmenu', (event) => {
    if (carrying !== null || isFinger) event.preventDefault();
  });
  // Prevents the browser's own drag and drop of pictures and text.
  listen('dragstart', (event) => event.preventDefault());

  return { isCarrying: () => carrying !== null, giveUp: () => finish(false) };
}

/** Ignores the click that follows the end of a drag. */
function swallowClick(): void {
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
