import { NEWSLETTER_MESSAGES } from '#contract/newsletters.ts';
import { toast } from '#ui/feedback/toast.ts';
import type { Editing } from '#web/features/editor/kernel/editor-session.ts';
import { saveAllChanges } from '#web/features/editor/kernel/state/editor-state.ts';
import { act } from '#web/features/editor/kernel/state/editor-store.ts';
import { isFinished, showSaved } from './say-unfinished.ts';

/** Saving because the person asks for it, which says what comes of it. */

/** Said where the person has not read what would be saved or published. */
export const CHANGED_JUST_NOW =
  'This newsletter has just been changed by somebody else, or in another window.';

/** Takes all that is typed off the forms, saves what is finished, and says so. */
export async function saveByHand(editing: Editing, saveAll: typeof saveAllChanges): Promise<void> {
  act(editing.store, saveAll);
  if (await saveNow(editing)) showSaved(editing);
}

/** Takes all that is typed off the forms; false, and says why, if something is not finished. */
export function finishAll(editing: Editing): boolean {
  act(editing.store, saveAllChanges);
  return isFinished(editing);
}

/** Saves now, and shows a toast if that fails. A conflict has its own dialog. */
export async function saveNow(editing: Editing): Promise<boolean> {
  const isSaved = await editing.saver.flush();
  // Whoever saves or publishes is asked at once, also what they have put off.
  if (editing.saver.state.getState().step === 'conflict') editing.asking.setState('now', true);
  if (!isSaved && editing.saver.state.getState().step === 'failed') showErrorUntilSaved(editing);
  return isSaved;
}

/** As `saveNow`; false, and says so, if others' changes were put on the canvas after `read`, a count of merges. */
export async function saveAsRead(editing: Editing, read: number): Promise<boolean> {
  if (!(await saveNow(editing))) return false;
  if (editing.merges.getState() === read) return true;
  toast.info(`${CHANGED_JUST_NOW} Please look at it first`);
  return false;
}

// Saving is retried automatically: the toast goes once that succeeds.
function showErrorUntilSaved({ saver }: Editing): void {
  toast.error(NEWSLETTER_MESSAGES.notSaved, {
    while: {
      isTrue: () => saver.state.getState().step !== 'saved',
      subscribe: (listener) => saver.state.subscribe(listener),
    },
  });
}
