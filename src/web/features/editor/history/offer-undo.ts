import { toast } from '#ui/feedback/toast.ts';
import type { Editing } from '#web/features/editor/editing.ts';
import { undo } from '#web/features/editor/state/editor-store.ts';

let offered: number | null = null;

/**
 * Says what has just been done, with Undo beside it for as long as that would undo this and nothing else. `takeBack` is
 * for what is no step of the history.
 */
export function offerUndo(editing: Editing, words: string, takeBack?: () => void): void {
  const { store } = editing;
  const { pastStates } = store.temporal.getState();
  withdrawOffer();
  const id = toast.info(words, {
    action: {
      label: 'Undo',
      run: () => {
        // Something else may have been done while the message was being read.
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

/** Takes the last offer back, as when the editor is left. */
export function withdrawOffer(): void {
  if (offered !== null) toast.dismiss(offered);
  offered = null;
}
