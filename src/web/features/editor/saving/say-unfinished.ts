import { NEWSLETTER_MESSAGES } from '#contract/newsletters.ts';
import { toast } from '#ui/feedback/toast.ts';
import { showUnfinished } from '#web/features/editor/fields/show-unfinished.ts';
import type { EditorSession } from '#web/features/editor/kernel/editor-session.ts';
import { listUnsavedBlocks, type UnsavedBlock } from '#web/features/editor/kernel/unsaved-blocks.ts';

/** Whether all blocks are finished; if not, names one. Readers get what the canvas shows, so an unfinished block stops publishing. */
export function isFinished(editing: EditorSession): boolean {
  const [first, ...others] = listUnsavedBlocks(editing);
  if (first === undefined) return true;
  showUnfinished(editing, first);
  const one = first.isUploading
    ? `A file for ${first.label} is still on its way. Please wait for it, or cancel it, then publish`
    : `${first.label} is not finished yet. Please complete it or delete it, then publish`;
  toast.error(
    others.length === 0
      ? one
      : `${first.label} and ${others.length} more are not finished yet. Please complete or delete them, then publish`,
    { isOfScreen: true, while: unfinishedStill(editing, [first, ...others]) },
  );
  return false;
}

/** Whether all of these blocks are still unfinished. */
function unfinishedStill(editing: EditorSession, named: readonly UnsavedBlock[]) {
  return {
    isTrue: () => {
      const unfinished = new Set(listUnsavedBlocks(editing).map(({ name }) => name));
      return named.every(({ name }) => unfinished.has(name));
    },
    subscribe: (listener: () => void) => {
      const stops = [editing.store.subscribe(listener), editing.files.state.subscribe(listener)];
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
}

/** Says that all is saved, or names the first block that could not be. */
export function showSaved(editing: EditorSession): void {
  const [first, ...others] = listUnsavedBlocks(editing);
  if (first === undefined) {
    toast.success(NEWSLETTER_MESSAGES.saved);
    return;
  }
  const why = first.isUploading ? 'a file for it is still on its way' : 'it is not finished yet';
  const unsaved =
    others.length === 0
      ? `${first.label} is not saved: ${why}`
      : `${first.label} and ${others.length} more are not saved: they are not finished yet`;
  toast.info(`${unsaved}. Everything else is`, {
    action: { label: 'Show it', run: () => showUnfinished(editing, first) },
    isOfScreen: true,
    while: unfinishedStill(editing, [first, ...others]),
  });
}
