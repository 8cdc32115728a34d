import { type RefObject, useEffect } from 'react';
import { useTools } from '#web/features/editor/kernel/tools.tsx';
import { whenIdle } from '#web/features/editor/kernel/when-idle.ts';

/** Keeps messages off everything in use, see `placeToasts`, from the first idle moment on. */
export function useToastPlace(editor: RefObject<HTMLElement | null>): void {
  const { editing } = useTools();
  useEffect(() => {
    let stop: (() => void) | null = null;
    let isOver = false;
    whenIdle(() => {
      // If it cannot be loaded, messages stay in their usual place.
      import('./toast-place.ts').then(
        ({ placeToasts }) => {
          if (!isOver && editor.current !== null) stop = placeToasts(editor.current, editing);
        },
        () => undefined,
      );
    });
    return () => {
      isOver = true;
      stop?.();
    };
  }, [editor, editing]);
}
