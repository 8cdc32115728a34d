import type { Point } from './pointer-press.ts';

/** Scrolls during a drag near the upper or lower edge of the scroll container. */

/** Size of the zone at each edge: in pixels, and at most this share of the height. */
const ZONE = 96;
const ZONE_SHARE = 0.18;
/** Speed at the edge, in pixels per millisecond. */
const MAX_SPEED = 1.1;
/** A drag that starts in a zone scrolls only after moving this far towards the edge, in pixels. */
const INTENT_DISTANCE = 16;
/** A late frame counts as at most this long, in milliseconds, to avoid a jump. */
const MAX_FRAME = 50;

/** Scrolls an element during a drag that started at `from`. Points are in pixels of the window. */
export function autoScroll(element: HTMLElement, from: Point): { at(point: Point): void; stop(): void } {
  let speed = 0;
  let startZone = Math.sign(depth(element, from));
  let frame: number | null = null;
  let last = 0;
  let rest = 0;

  function step(now: number): void {
    const distance = speed * Math.min(now - last, MAX_FRAME) + rest;
    last = now;
    // Some browsers scroll by whole pixels only: the remainder is added to the next step.
    const whole = Math.trunc(distance);
    rest = distance - whole;
    const before = element.scrollTop;
    element.scrollTop = before + whole;
    const isAtEnd = whole !== 0 && element.scrollTop === before;
    frame = speed === 0 || isAtEnd ? null : requestAnimationFrame(step);
  }

  return {
    at(point) {
      const inZone = depth(element, point);
      const hasIntent = Math.sign(inZone) !== startZone || (point.y - from.y) * startZone > INTENT_DISTANCE;
      if (hasIntent) startZone = 0;
      speed = startZone === 0 ? Math.sign(inZone) * inZone * inZone * MAX_SPEED : 0;
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

/** How deep a point is in an edge's zone: 0 outside, 1 at the edge and beyond; negative at the upper edge. */
function depth(element: HTMLElement, { x, y }: Point): number {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const zone = Math.min(ZONE, (bottom - top) * ZONE_SHARE);
  if (x < left || x > right || zone <= 0) return 0;
  if (y < top + zone) return -Math.min(1, (top + zone - y) / zone);
  return y > bottom - zone ? Math.min(1, (y - bottom + zone) / zone) : 0;
}
