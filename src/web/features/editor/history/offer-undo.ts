import { toast } from '#ui/feedback/toast.ts';
import type { Editing } from '#web/features/editor/editing.ts';
import { undo } from '#web/features/editor/state/editor-store.ts';

let offered: number | null = null;

/**
 * Shows a toast with Undo after a change, until another step joins the history. `takeBack` replaces the undo for
 * changes
 * that are no step of the history.
 */
export function offerUndo(editing: Editing, words: string, takeBack?: () => void): void {
  const { store } = editing;
  const { pastStates } = store.temporal.getState();
  withdrawOffer();
  const id = toast.info(words, {
    action: {
      label: 'Undo',
      run: () => {
        // Another step may have been made while the message was shown.
        if (store.temporal.getState().pastStates !== pastStates) return;
        if (takeBack === undefined) undo(store);
        else takeBack();
        editing.announce('Undone');
      },
    },
  });
  offered = id;
  const stop = store.temporal.subscribe((history) => {
    if (history.pastStates === pastStates) return;
    stop();
    toast.dismiss(id);
  });
}

/** Dismisses the last offer. */
export function withdrawOffer(): void {
  if (offered !== null) toast.dismiss(offered);
  offered = null;
}
