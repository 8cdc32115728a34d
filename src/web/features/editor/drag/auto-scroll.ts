import type { Point } from './pointer-press.ts';

/** Scrolling while something is carried to the upper or the lower edge of what scrolls. */

/** How far from an edge it begins: in pixels, and at most so much of the height. */
const ZONE = 96;
const ZONE_SHARE = 0.18;
/** At the edge, in pixels a millisecond. */
const MOST_SPEED = 1.1;
/** What is picked up near an edge scrolls only when it is taken on towards it, this far. In pixels. */
const INTENT = 16;
/** A frame that came late makes no leap. In milliseconds. */
const LONGEST_FRAME = 50;

/** Scrolls an element for a pointer that picked something up at a point, wherever the pointer goes from there. */
export function autoScroll(element: HTMLElement, from: Point): { at(point: Point): void; stop(): void } {
  let speed = 0;
  let held = Math.sign(depth(element, from));
  let frame: number | null = null;
  let last = 0;
  let rest = 0;

  function step(now: number): void {
    const way = speed * Math.min(now - last, LONGEST_FRAME) + rest;
    last = now;
    // Some browsers scroll by whole pixels only.
    const whole = Math.trunc(way);
    rest = way - whole;
    const before = element.scrollTop;
    element.scrollTop = before + whole;
    const isAtEnd = whole !== 0 && element.scrollTop === before;
    frame = speed === 0 || isAtEnd ? null : requestAnimationFrame(step);
  }

  return {
    at(point) {
      const deep = depth(element, point);
      const isTakenOn = Math.sign(deep) !== held || (point.y - from.y) * held > INTENT;
      if (isTakenOn) held = 0;
      speed = held === 0 ? Math.sign(deep) * deep * deep * MOST_SPEED : 0;
      if (speed === 0 || frame !== null) return;
      last = performance.now();
      frame = requestAnimationFrame(step);
    },
    stop() {
      if (frame !== null) cancelAnimationFrame(frame);
      speed = 0;
      frame = null;
    },
  };
}

/** From 0 where the zone of an edge begins to 1 at the edge and beyond; negative at the upper one. */
function depth(element: HTMLElement, { x, y }: Point): number {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const zone = Math.min(ZONE, (bottom - top) * ZONE_SHARE);
  if (x < left || x > right || zone <= 0) return 0;
  if (y < top + zone) return -Math.min(1, (top + zone - y) / zone);
  return y > bottom - zone ? Math.min(1, (y - bottom + zone) / zone) : 0;
}
