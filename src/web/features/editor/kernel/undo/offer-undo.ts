import { toast } from '#ui/feedback/toast.ts';
import type { EditorSession } from '#web/features/editor/kernel/editor-session.ts';
import { undo } from '#web/features/editor/kernel/state/editor-store.ts';

let offeredToast: number | null = null;

/**
 * Shows a toast with Undo after a change, until another step joins the history. `revert` replaces the undo for changes
 * that are no step of the history.
 */
export function offerUndo(editing: EditorSession, words: string, revert?: () => void): void {
  const { store } = editing;
  // Compared by length as well: undo takes steps out of the same list.
  const { length } = store.temporal.getState().pastStates;
  const step = store.temporal.getState().pastStates.at(-1);
  const isNewest = () => {
    const { pastStates } = store.temporal.getState();
    return pastStates.length === length && pastStates.at(-1) === step;
  };
  dismissUndoOffer();
  offeredToast = toast.info(words, {
    isOfScreen: true,
    while: { isTrue: isNewest, subscribe: (listener) => store.temporal.subscribe(listener) },
    action: {
      label: 'Undo',
      run: () => {
        // Another step may have been made while the message was shown.
        if (!isNewest()) return;
        if (revert === undefined) undo(store);
        else revert();
        editing.announce('Undone');
      },
    },
  });
}

/** Dismisses the last offer. */
export function dismissUndoOffer(): void {
  if (offeredToast !== null) toast.dismiss(offeredToast);
  offeredToast = null;
}
