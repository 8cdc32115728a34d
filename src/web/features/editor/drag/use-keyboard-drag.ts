import { type KeyboardEvent, useCallback, useEffect, useRef } from 'react';
import type { Dragged } from '#web/features/editor/kernel/drag-state.ts';
import { useTools } from '#web/features/editor/kernel/tools.tsx';
import { withDragging } from './dragging-part.ts';

/** Returns the `onKeyDown` handler of a button that Space picks up: see `keyboard-drag.ts`. */
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
        // A person who moved the focus meanwhile wants the keys there.
        if (isBusy || tools.sheet.current === null || document.activeElement !== button) return;
        stop.current = startKeyboardDrag(tools, tools.sheet.current, latest.current);
      });
    },
    [tools, isOff],
  );
}
