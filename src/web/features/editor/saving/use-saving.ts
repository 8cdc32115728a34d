import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useNavigate } from 'react-router';
import { NEWSLETTER_MESSAGES } from '#contract/newsletters.ts';
import { SCREENS, screenPath } from '#contract/paths.ts';
import { confirm } from '#ui/dialogs/confirm.ts';
import { toast } from '#ui/feedback/toast.ts';
import { useBusy } from '#ui/forms/use-busy.ts';
import { queryKeys } from '#web/api/query-keys.ts';
import type { Editing } from '#web/features/editor/kernel/editor-session.ts';
import {
  replaceWith,
  saveAllAndStay,
  saveAllChanges,
} from '#web/features/editor/kernel/state/editor-state.ts';
import { act } from '#web/features/editor/kernel/state/editor-store.ts';
import { useTools } from '#web/features/editor/kernel/tools.tsx';
import { afterPublishing } from '#web/newsletter-ui/after-publishing.ts';
import { knowMarks, type Publishing, publishNow } from './publish-canvas.ts';
import { finishAll, saveAsRead, saveByHand, saveNow } from './save-now.ts';

/** The actions Save draft, Publish and Discard, and which of them is running. */
export function useSaving({ mayPublish }: Pick<Publishing, 'mayPublish'>) {
  const { editing } = useTools();
  const client = useQueryClient();
  const { busy, run } = useBusy<'saving' | 'publishing' | 'discarding'>();
  const { isUnapproved, onUnapproved, forgetUnapproved } = useUnapproved();
  const openScreen = useOpenScreen();
  return {
    busy,
    /** Whether publishing has just been refused for lack of approval, until `forgetUnapproved`. */
    isUnapproved,
    forgetUnapproved,
    saveDraft: () => run('saving', () => saveByHand(editing, saveAllChanges)),
    /** Saves by a shortcut, without ending the writing. */
    saveAndGoOn: () => run('saving', () => saveByHand(editing, saveAllAndStay)),
    /** Saves everything; false, with a message, if something is unfinished. */
    settle: async () => finishAll(editing) && (await saveNow(editing)),
    /** The same for what the person has read: also false if saving brings others' changes. */
    settleAsRead: async () => finishAll(editing) && (await saveAsRead(editing, editing.merges.getState())),
    /** The same, and asks the questions of Publish for a planned time; false if the newsletter is not to be published. */
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
        const isPublished = await publishNow(editing, { mayPublish, onUnapproved }, read);
        // Publishing may have changed the approval, even if it failed.
        void client.invalidateQueries({ queryKey: queryKeys.around(editing.opened.id).approval });
        if (!isPublished) return;
        await openScreen(screenPath('publicUrl', { id: editing.opened.id }), afterPublishing(wasDraft));
        // After the navigation: over a slow connection the toast could disappear before the page appears.
        toast.success(NEWSLETTER_MESSAGES.published, { isOfScreen: true });
      });
    },
    discard: () =>
      run('discarding', async () => {
        if (await discard(editing)) await openScreen(SCREENS.newsletters);
      }),
  };
}

/** Whether publishing was refused for lack of approval. */
function useUnapproved() {
  const client = useQueryClient();
  const [isUnapproved, setUnapproved] = useState(false);
  return {
    isUnapproved,
    onUnapproved: () => {
      setUnapproved(true);
      // Approval may have been switched on since the school was fetched.
      void client.invalidateQueries({ queryKey: queryKeys.school });
    },
    forgetUnapproved: useCallback(() => setUnapproved(false), []),
  };
}

/** Returns a function that opens a screen, where the lists are fetched again. */
function useOpenScreen() {
  const navigate = useNavigate();
  const client = useQueryClient();
  return async (path: string, state?: unknown) => {
    await client.invalidateQueries({ queryKey: queryKeys.newsletters.all, refetchType: 'none' });
    await navigate(path, { state });
  };
}

/** Restores the newsletter as it was opened, if the person is sure. Returns whether that is saved. */
async function discard(editing: Editing): Promise<boolean> {
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
