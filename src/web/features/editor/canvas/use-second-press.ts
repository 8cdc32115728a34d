import { type RefObject, useEffect } from 'react';

/**
 * Of two quick presses at one point, the second is for what the first was for. The first one selects a block, which may
 * scroll it, or show a form or tools where the finger is: then the second does nothing there.
 */
export function useSecondPress(editor: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const root = editor.current;
    if (root === null) return;
    let pressed: Element | null = null;
    const keepFromOthers = (event: MouseEvent) => {
      if (!(event.target instanceof Element)) return;
      const block = event.target.closest('[data-block]');
      if (event.detail < 2) {
        // The press of a button by key counts none. One outside of the editor, as in a dialog, was for no block.
        if (event.type === 'click' && event.detail === 1) pressed = block;
        return;
      }
      if (pressed === null || block === pressed || !root.contains(event.target)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    const types = ['mousedown', 'click', 'dblclick'] as const;
    for (const type of types) window.addEventListener(type, keepFromOthers, { capture: true });
    return () => {
      for (const type of types) window.removeEventListener(type, keepFromOthers, { capture: true });
    };
  }, [editor]);
}
