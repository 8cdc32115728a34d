import { RELOAD } from '#ui/feedback/reload.ts';
import { toast } from '#ui/feedback/toast.ts';
import type { EditorSession } from '#web/features/editor/kernel/editor-session.ts';

/** How long the message is shown, in milliseconds: it comes once for each opening. */
const SHOWN_FOR = 30_000;

const BACK = 'Your unsaved changes are back';

/** Says that a closed window's unsaved changes are back, and whether there are more: each opening brings back one entry. */
export function notifyOfRestored({
  isRestored,
  hasMoreUnsaved,
  saver,
}: Pick<EditorSession, 'isRestored' | 'hasMoreUnsaved' | 'saver'>): void {
  if (!hasMoreUnsaved) {
    if (isRestored) toast.info(BACK);
    return;
  }
  // These are saved first: a reloaded window begins with its own entry.
  const bringBack = async () => {
    if (await saver.flush()) RELOAD.run();
    else toast.error('These changes have to be saved first. Then open the newsletter again');
  };
  toast.info(
    isRestored
      ? `${BACK}. There are more from another window`
      : 'There are unsaved changes from another window',
    {
      duration: SHOWN_FOR,
      action: { label: 'Bring them back', run: () => void bringBack() },
    },
  );
}
