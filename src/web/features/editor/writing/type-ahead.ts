import { useEffect } from 'react';
import type { Editing } from '#web/features/editor/editing.ts';

/** Keeps what is typed while the caret is awaited: the surface that answers the request puts it in. */
export function useTypeAhead({ caret, store }: Editing): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const request = caret.getState();
      if (request === null || request.block !== store.getState().selected) return;
      const typed = afterKey(request.typed ?? '', event);
      if (typed === null) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      caret.setState({ ...request, typed }, true);
    };
    // Whoever points or moves on elsewhere is not waiting any more.
    const moveOn = ({ key }: { key?: string }) => {
      if (key === undefined || key === 'Escape' || key === 'Tab') caret.setState(null, true);
    };
    // The second press of a double click is at the same block: if the surface comes before it is let go, no click asks again.
    const point = ({ target }: PointerEvent) => {
      const request = caret.getState();
      const isAtBlock = target instanceof Element && target.matches('[data-block] > button');
      if (isAtBlock && target.parentElement?.dataset['block'] === request?.block) return;
      moveOn({});
    };
    window.addEventListener('keydown', moveOn, { capture: true });
    window.addEventListener('keydown', press, { capture: true });
    window.addEventListener('pointerdown', point, { capture: true });
    return () => {
      window.removeEventListener('keydown', moveOn, { capture: true });
      window.removeEventListener('keydown', press, { capture: true });
      window.removeEventListener('pointerdown', point, { capture: true });
    };
  }, [caret, store]);
}

/** What is typed after one more key; null if the key types nothing. */
function afterKey(
  typed: string,
  { key, ctrlKey, metaKey, altKey, isComposing }: KeyboardEvent,
): string | null {
  if (ctrlKey || metaKey || altKey || isComposing) return null;
  if (key === 'Enter') return `${typed}\n`;
  // Never the block: that is what the key deletes on the canvas.
  if (key === 'Backspace') return [...typed].slice(0, -1).join('');
  return [...key].length === 1 ? typed + key : null;
}
