import { NEWSLETTER_MESSAGES } from '#contract/newsletters.ts';
import { blocksOf } from '#newsletter/document/layout.ts';
import { toast } from '#ui/feedback/toast.ts';
import type { EditorSession } from '#web/features/editor/kernel/editor-session.ts';
import { saveAllChanges } from '#web/features/editor/kernel/state/editor-state.ts';
import { act } from '#web/features/editor/kernel/state/editor-store.ts';
import { isFinished, showSaved } from './say-unfinished.ts';

/** Saving on request, which reports its outcome. */

/** The message where the person has not read what would be saved or published. */
export const CHANGED_JUST_NOW =
  'This newsletter has just been changed by somebody else, or in another window.';

/** Takes over all that is typed in forms, saves what is finished, and says so. */
export async function saveByHand(editing: EditorSession, saveAll: typeof saveAllChanges): Promise<void> {
  act(editing.store, saveAll);
  if (await saveNow(editing)) showSaved(editing);
}

/** Takes over all that is typed in forms. Returns false, and says why, if something is unfinished. */
export function finishAll(editing: EditorSession): boolean {
  act(editing.store, saveAllChanges);
  return isFinished(editing);
}

/** Saves now, and shows a toast if that fails. A conflict has its own dialog. */
export async function saveNow(editing: EditorSession): Promise<boolean> {
  const isSaved = await editing.saver.flush();
  // A person who saves or publishes gets the question at once, even if they have put it off.
  if (editing.saver.state.getState().step === 'conflict') editing.asking.setState('now', true);
  if (!isSaved && editing.saver.state.getState().step === 'failed') showErrorUntilSaved(editing);
  return isSaved;
}

/** Like `saveNow`; also false, with a message, if others' changes came onto the canvas after `read`, a count of merges. */
export async function saveAsRead(editing: EditorSession, read: number): Promise<boolean> {
  if (!(await saveNow(editing))) return false;
  if (editing.merges.getState() === read) return true;
  toast.info(`${CHANGED_JUST_NOW} Please look at it first`);
  return false;
}

// Saving is retried automatically: the toast disappears once that succeeds.
function showErrorUntilSaved({ saver }: EditorSession): void {
  toast.error(NEWSLETTER_MESSAGES.notSaved, {
    while: {
      isTrue: () => saver.state.getState().step !== 'saved',
      subscribe: (listener) => saver.state.subscribe(listener),
    },
  });
}

/** Saves blocks that the server has not seen: it knows whether they are examples. Without an answer Publish lists what is known. */
export async function knowMarks({ store, saver }: EditorSession): Promise<void> {
  const seen = new Set(blocksOf(saver.acknowledged().document).map(({ name }) => name));
  if (blocksOf(store.getState().document).some(({ name }) => !seen.has(name))) await saver.flush();
}
