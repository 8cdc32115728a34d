/**
 * Blocks the second click of a double click if a menu or dialog opened or closed in between. It would hit what is
 * beneath, for example open another newsletter.
 */

const DOUBLE_MS = 500;
const SAME_POSITION_PX = 5;

let first: MouseEvent | null = null;
let firstLayer: Element | null = null;

function layerOf({ target }: MouseEvent): Element | null {
  return target instanceof Element ? target.closest('[role="dialog"], [role="menu"]') : null;
}

function isSecond(click: MouseEvent): boolean {
  if (first === null || click.timeStamp - first.timeStamp > DOUBLE_MS) return false;
  // Clicks by keyboard or script have no position.
  if (click.clientX === 0 && click.clientY === 0) return false;
  return Math.hypot(click.clientX - first.clientX, click.clientY - first.clientY) < SAME_POSITION_PX;
}

window.addEventListener(
  'click',
  (click) => {
    const layer = layerOf(click);
    if (isSecond(click) && layer !== firstLayer) {
      click.preventDefault();
      click.stopImmediatePropagation();
      return;
    }
    first = click;
    firstLayer = layer;
  },
  true,
);
