import { type Dragged, showLanding } from '#web/features/editor/kernel/drag-state.ts';
import type { EditorSession } from '#web/features/editor/kernel/editor-session.ts';
import { autoScroll } from './auto-scroll.ts';
import { type DropPlaces, landingAt, measurePlaces, pointOn } from './drop-places.ts';
import type { Point } from './pointer-press.ts';

/** Tracks the pointer of a drag over the newsletter. */
export interface DropTracker {
  at(point: Point): void;
  stop(): void;
}

/**
 * Updates the drop target while the pointer moves or the sheet scrolls. Measures the places at the start, and again
 * when a late picture changes the columns' size.
 */
export function trackDrop(
  editing: EditorSession,
  { sheet, scroller }: { readonly sheet: HTMLElement; readonly scroller: HTMLElement },
  dragged: Dragged,
  from: Point,
): DropTracker {
  let places: DropPlaces = measurePlaces(sheet);
  let last = from;
  const scrolling = autoScroll(scroller, from);

  function update(): void {
    const point = pointOn(sheet, last);
    const { document } = editing.store.getState();
    showLanding(editing.drag, isOver(scroller, last) ? landingAt(places, point, document, dragged) : null);
  }
  const resizing = new ResizeObserver(() => {
    places = measurePlaces(sheet);
    update();
  });
  for (const column of sheet.querySelectorAll('[data-column]')) resizing.observe(column);
  scroller.addEventListener('scroll', update, { passive: true });

  return {
    at(point) {
      last = point;
      update();
      scrolling.at(point);
    },
    stop() {
      scrolling.stop();
      resizing.disconnect();
      scroller.removeEventListener('scroll', update);
    },
  };
}

function isOver(element: HTMLElement, { x, y }: Point): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return x >= left && x <= right && y >= top && y <= bottom;
}
