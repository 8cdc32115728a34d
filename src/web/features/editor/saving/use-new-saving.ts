import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useNavigate } from 'react-router';
import { NEWSLETTER_MESSAGES } from '#contract/newsletters.ts';
import { SCREENS, screenPath } from '#contract/paths.ts';
import { confirm } from '#ui/dialogs/confirm.ts';
import { toast } from '#ui/feedback/toast.ts';
import { useBusy } from '#ui/forms/use-busy.ts';
import { queryKeys } from '#web/api/query-keys.ts';
import type { EditorSession } from '#web/features/editor/kernel/editor-session.ts';
import {
  replaceWith,
  saveAllAndStay,
  saveAllChanges,
} from '#web/features/editor/kernel/state/editor-state.ts';
import { act } from '#web/features/editor/kernel/state/editor-store.ts';
import { useTools } from '#web/features/editor/kernel/tools.tsx';
import { afterPublishing } from '#web/newsletter-ui/after-publishing.ts';
import { finishAll, knowMarks, saveAsRead, saveByHand, saveNow } from './save-now.ts';
import { loadPublishing, useAskBeforePublishing } from './use-ask-before-publishing.ts';

/** Save draft, Publish and Discard of the editor, and which of them is running: once, for all of `useSaving`. */
export function useNewSaving() {
  const mayPublish = useAskBeforePublishing();
  const { editing } = useTools();
  const client = useQueryClient();
  const { busy, run } = useBusy<'saving' | 'publishing' | 'discarding'>();
  const { isUnapproved, onUnapproved, forgetUnapproved } = useUnapproved();
  const openScreen = useOpenScreen();
  return {
    busy,
    /** Whether publishing has just been refused for want of approval, until `forgetUnapproved`. */
    isUnapproved,
    forgetUnapproved,
    saveDraft: () => run('saving', () => saveByHand(editing, saveAllChanges)),
    /** By a key: whoever writes goes on. */
    saveAndGoOn: () => run('saving', () => saveByHand(editing, saveAllAndStay)),
    /** Saves all that is finished; false, and says why, if something is not. */
    settle: async () => finishAll(editing) && (await saveNow(editing)),
    /** The same, for what the person has read: also false if that brings changes of others. */
    settleAsRead: async () => finishAll(editing) && (await saveAsRead(editing, editing.merges.getState())),
    /** The same, and asks what Publish asks, with the time for which it is planned; false if it is not to be published. */
    prepare: async (when: string) => {
      const read = editing.merges.getState();
      if (!finishAll(editing)) return false;
      await run('saving', () => knowMarks(editing));
      return (await mayPublish(when)) && (await saveAsRead(editing, read));
    },
    publish: async () => {
      if (busy !== null) return;
      const read = editing.merges.getState();
      if (!finishAll(editing)) return;
      await run('publishing', () => knowMarks(editing));
      if (!(await mayPublish())) return;
      await run('publishing', async () => {
        const wasDraft = editing.publicState.getState() === 'draft';
        const { publishNow } = await loadPublishing();
        const isPublished = await publishNow(editing, { mayPublish, onUnapproved }, read);
        // Which it may have changed, whether it worked or not.
        void client.invalidateQueries({ queryKey: queryKeys.around(editing.opened.id).approval });
        if (!isPublished) return;
        await openScreen(screenPath('publicUrl', { id: editing.opened.id }), afterPublishing(wasDraft));
        // After the navigation: over a slow connection the toast could be gone before the page appears.
        toast.success(NEWSLETTER_MESSAGES.published, { isOfScreen: true });
      });
    },
    discard: () =>
      run('discarding', async () => {
        if (await discard(editing)) await openScreen(SCREENS.newsletters);
      }),
  };
}

/** Whether publishing was refused for want of approval. */
function useUnapproved() {
  const client = useQueryClient();
  const [isUnapproved, setUnapproved] = useState(false);
  return {
    isUnapproved,
    onUnapproved: () => {
      setUnapproved(true);
      // It may have been switched on since the school was fetched.
      void client.invalidateQueries({ queryKey: queryKeys.school });
    },
    forgetUnapproved: useCallback(() => setUnapproved(false), []),
  };
}

/** Goes to a screen, whose lists are fetched anew there. */
function useOpenScreen() {
  const navigate = useNavigate();
  const client = useQueryClient();
  return async (path: string, state?: unknown) => {
    await client.invalidateQueries({ queryKey: queryKeys.newsletters.all, refetchType: 'none' });
    await navigate(path, { state });
  };
}

/** Goes back to how the newsletter was opened, if the person is sure; whether that is saved. */
async function discard(editing: EditorSession): Promise<boolean> {
  const isSure = await confirm({
    title: NEWSLETTER_MESSAGES.discardChanges,
    message: `“${editing.opened.saved.title}” goes back to what it was when you opened it.`,
    confirmLabel: 'Discard changes',
    cancelLabel: 'Keep editing',
    destructive: true,
  });
  if (!isSure) return false;
  act(editing.store, replaceWith, editing.opened.saved);
  return await saveNow(editing);
}
