/**
 * The second click of a double click is meant for what the first one hit. Where a menu or a dialog closes or opens in
 * between, it would hit what lies beneath, and open a newsletter that nobody has chosen: then it is nobody's.
 */

const DOUBLE_MS = 500;
const SAME_PLACE_PX = 5;

let first: MouseEvent | null = null;
let firstLayer: Element | null = null;

function layerOf({ target }: MouseEvent): Element | null {
  return target instanceof Element ? target.closest('[role="dialog"], [role="menu"]') : null;
}

function isSecond(click: MouseEvent): boolean {
  if (first === null || click.timeStamp - first.timeStamp > DOUBLE_MS) return false;
  // The keyboard's clicks, and a program's, have no place.
  if (click.clientX === 0 && click.clientY === 0) return false;
  return Math.hypot(click.clientX - first.clientX, click.clientY - first.clientY) < SAME_PLACE_PX;
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
