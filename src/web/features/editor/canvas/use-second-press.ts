import { useWindowEvent } from '@mantine/hooks';
import { type RefObject, useRef } from 'react';

/**
 * Of two quick presses at one point, the second is for what the first was for. The first one selects a block, which may
 * scroll it, or show a form or tools where the finger is: then the second does nothing there.
 */
export function useSecondPress(editor: RefObject<HTMLElement | null>): void {
  const pressed = useRef<Element | null>(null);
  const keepFromOthers = (event: MouseEvent) => {
    if (!(event.target instanceof Element)) return;
    const block = event.target.closest('[data-block]');
    if (event.detail < 2) {
      // The press of a button by key counts none. One outside of the editor, as in a dialog, was for no block.
      if (event.type === 'click' && event.detail === 1) pressed.current = block;
      return;
    }
    const isFirst = pressed.current === null || block === pressed.current;
    if (isFirst || editor.current?.contains(event.target) !== true) return;
    event.preventDefault();
    event.stopPropagation();
  };
  useWindowEvent('mousedown', keepFromOthers, { capture: true });
  useWindowEvent('click', keepFromOthers, { capture: true });
  useWindowEvent('dblclick', keepFromOthers, { capture: true });
}
