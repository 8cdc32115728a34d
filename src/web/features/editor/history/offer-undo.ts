import { toast } from '#ui/feedback/toast.ts';
import type { Editing } from '#web/features/editor/editing.ts';
import { undo } from '#web/features/editor/state/editor-store.ts';

let offeredToast: number | null = null;

/**
 * Shows a toast with Undo after a change, until another step joins the history. `revert` replaces the undo for changes
 * that are no step of the history.
 */
export function offerUndo(editing: Editing, words: string, revert?: () => void): void {
  const { store } = editing;
  const { pastStates } = store.temporal.getState();
  dismissUndoOffer();
  const id = toast.info(words, {
    action: {
      label: 'Undo',
      run: () => {
        // Another step may have been made while the message was shown.
        if (store.temporal.getState().pastStates !== pastStates) return;
        if (revert === undefined) undo(store);
        else revert();
        editing.announce('Undone');
      },
    },
  });
  offeredToast = id;
  const stop = store.temporal.subscribe((history) => {
    if (history.pastStates === pastStates) return;
    stop();
    toast.dismiss(id);
  });
}

/** Dismisses the last offer. */
export function dismissUndoOffer(): void {
  if (offeredToast !== null) toast.dismiss(offeredToast);
  offeredToast = null;
}
