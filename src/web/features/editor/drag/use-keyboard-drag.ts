import { type KeyboardEvent, useCallback, useEffect, useRef } from 'react';
import type { Dragged } from '#web/features/editor/kernel/drag-state.ts';
import { useTools } from '#web/features/editor/kernel/tools.tsx';
import { withDragging } from './dragging-part.ts';

/** Space picks up, see `keyboard-drag.ts`. Returns the `onKeyDown` handler for the button. */
export function useKeyboardDrag(dragged: Dragged, isOff = false): (event: KeyboardEvent) => void {
  const tools = useTools();
  const stop = useRef<(() => void) | null>(null);
  useEffect(() => () => stop.current?.(), []);
  const latest = useRef(dragged);
  latest.current = dragged;
  return useCallback(
    (event) => {
      if (event.key !== ' ' || isOff || tools.sheet.current === null) return;
      event.preventDefault();
      const button = event.currentTarget;
      withDragging(({ startKeyboardDrag }) => {
        const isBusy = tools.editing.drag.getState().dragged !== null;
        // Whoever went elsewhere meanwhile wants the keys there.
        if (isBusy || tools.sheet.current === null || document.activeElement !== button) return;
        stop.current = startKeyboardDrag(tools, tools.sheet.current, latest.current);
      });
    },
    [tools, isOff],
  );
}
