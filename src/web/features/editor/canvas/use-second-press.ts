import { useWindowEvent } from '@mantine/hooks';
import { type RefObject, useRef } from 'react';

/**
 * The second of two quick presses at one point is meant for the target of the first. The first selects a block, which may
 * scroll it, or show a form or tools where the finger is: there the second does nothing.
 */
export function useSecondPress(editor: RefObject<HTMLElement | null>): void {
  const pressed = useRef<Element | null>(null);
  const keepFromOthers = (event: MouseEvent) => {
    if (!(event.target instanceof Element)) return;
    const block = event.target.closest('[data-block]');
    if (event.detail < 2) {
      // A button pressed by key has a count of 0. A press outside of the editor, as in a dialog, was for no block.
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
