import type { Editor } from '@tiptap/core';

/** The distance between the words and the popover above them, in pixels. */
const MARGIN = 12;

/** Scrolls the selected words out from under a popover that has opened over them. */
export function clearOfWords({ view, state }: Editor, popover: HTMLElement | null): void {
  if (popover === null) return;
  const { from, to } = state.selection;
  const over = popover.getBoundingClientRect();
  const { top } = view.coordsAtPos(from);
  if (top >= over.bottom || view.coordsAtPos(to).bottom <= over.top) return;
  scrollerOf(view.dom)?.scrollBy({ top: top - over.bottom - MARGIN, behavior: 'instant' });
}

function scrollerOf(element: HTMLElement): HTMLElement | null {
  for (let at = element.parentElement; at !== null; at = at.parentElement)
    if (at.scrollHeight > at.clientHeight && /auto|scroll/.test(getComputedStyle(at).overflowY)) return at;
  return null;
}
