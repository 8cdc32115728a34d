/**
 * A press that becomes a drag: with a mouse as soon as it moves; with a finger or a pen when it rests first, so that the
 * page can still be scrolled. What can be dragged says so in `data-drag`.
 */

/** In pixels of the window. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A drag while it lasts. */
interface Carrying {
  at(point: Point): void;
  /** Let go where it was last, or put back. */
  end(isDropped: boolean): void;
}

/** Begins a drag of the element that was pressed, with the pointer at a point; null where it is not to be dragged now. */
export type Begin = (source: HTMLElement, at: Point) => Carrying | null;

/** So far a mouse moves before it drags, and a resting finger may tremble, in pixels. */
const LEAST_WAY = 5;
const TREMBLE = 8;
/** So long a finger rests, in milliseconds. */
const REST = 250;

/** Listens to presses wherever they are; returns what stops it, and puts back what is carried just then. */
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
  // There from the beginning: at the first touch already a browser settles whether a page may stop its scrolling.
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
    // So that it is heard of beyond the window's edge as well.
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
    // A finger that only rested for long meant to tap.
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
  // What is pressed is not selected, and pictures are not dragged in the browser's own way.
  listen('dragstart', (event) => event.preventDefault());

  return { isCarrying: () => carrying !== null, giveUp: () => finish(false) };
}

/** The click that follows when a button is let go is not one. */
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
