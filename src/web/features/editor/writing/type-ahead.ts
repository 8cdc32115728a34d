import { useWindowEvent } from '@mantine/hooks';
import { findBlock } from '#newsletter/document/layout.ts';
import type { EditorSession } from '#web/features/editor/kernel/editor-session.ts';
import { useChanges } from '#web/features/editor/kernel/use-changes.ts';

/**
 * Keeps the words typed while the caret, or the list of blocks, is awaited: the surface that answers the request, or the list's
 * field, inserts them.
 */
export function useTypeAhead(editing: EditorSession): void {
  const { caret, insertion, store } = editing;
  useWindowEvent(
    'keydown',
    (event) => {
      // Somebody who moves on is not waiting any more.
      if (event.key === 'Escape' || event.key === 'Tab') caret.setState(null, true);
      if (!keepForList(editing, event) && !keepForCaret(editing, event)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    { capture: true },
  );
  // Nor is somebody who points elsewhere. The second press of a double click is at the same block: if the surface appears before the
  // release, no click asks for the caret again.
  useWindowEvent(
    'pointerdown',
    ({ target }) => {
      const isAtBlock = target instanceof Element && target.matches('[data-block] > button');
      if (!isAtBlock || target.parentElement?.dataset.block !== caret.getState()?.block)
        caret.setState(null, true);
    },
    { capture: true },
  );
  // Once the block is removed or left, nothing would ever answer.
  useChanges(store, ({ selected, document }, before) => {
    const [request, open] = [caret.getState(), insertion.getState()];
    if (selected !== before.selected && request !== null && request.block !== selected)
      caret.setState(null, true);
    if (open !== null && findBlock(document, open.block) === null) insertion.setState(null, true);
  });
}

function keepForCaret({ caret, store }: EditorSession, event: KeyboardEvent): boolean {
  const request = caret.getState();
  if (request === null || request.block !== store.getState().selected) return false;
  const typed = afterKey(request.typed ?? '', event);
  if (typed === null) return false;
  caret.setState({ ...request, typed }, true);
  return true;
}

/** Keeps a key for the list: before the list's field has the focus, it would go into the words or to the canvas. */
function keepForList({ insertion }: EditorSession, event: KeyboardEvent): boolean {
  const open = insertion.getState();
  if (open === null || open.typed === null) return false;
  if (event.key === 'Escape') {
    insertion.setState(null, true);
    return true;
  }
  const typed = afterKey(open.typed ?? '', event);
  if (typed === null) return false;
  insertion.setState({ ...open, typed }, true);
  return true;
}

/** The typed words after one more key; null if the key types nothing. */
function afterKey(
  typed: string,
  { key, ctrlKey, metaKey, altKey, isComposing }: KeyboardEvent,
): string | null {
  if (ctrlKey || metaKey || altKey || isComposing) return null;
  if (key === 'Enter') return `${typed}\n`;
  // These keys never delete the block here, as they do on the canvas.
  if (key === 'Backspace') return [...typed].slice(0, -1).join('');
  if (key === 'Delete') return typed;
  return [...key].length === 1 ? typed + key : null;
}
