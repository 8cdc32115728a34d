import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useNavigate } from 'react-router';
import { APPROVAL_REQUIRED } from '#contract/errors.ts';
import { NEWSLETTER_MESSAGES } from '#contract/newsletters.ts';
import { SCREENS, screenPath } from '#contract/paths.ts';
import { blocksOf } from '#newsletter/document/layout.ts';
import { confirm } from '#ui/dialogs/confirm.ts';
import { toast } from '#ui/feedback/toast.ts';
import { isApiError } from '#web/api/api-error.ts';
import { queryKeys } from '#web/api/query-keys.ts';
import type { Editing } from '#web/features/editor/editing.ts';
import { useTools } from '#web/features/editor/editor-context.tsx';
import { showUnfinished } from '#web/features/editor/fields/show-unfinished.ts';
import { replaceWith, saveAllAndStay, saveAllChanges } from '#web/features/editor/kernel/editor-state.ts';
import { act } from '#web/features/editor/kernel/editor-store.ts';
import { afterPublishing } from '#web/newsletter-ui/after-publishing.ts';
import { FilesMissing, publishNewsletter } from './newsletter-calls.ts';
import { VersionConflict } from './save-state.ts';
import { listUnsavedBlocks, type UnsavedBlock } from './unsaved-blocks.ts';

/** What publishing has to be answered on its way. */
interface Publishing {
  /** Whether to publish in spite of what the check has found. */
  readonly mayPublish: (when?: string) => Promise<boolean>;
  /** The server wants it approved before. The call has said so. */
  readonly onUnapproved: () => void;
}

/** Save draft, Publish and Discard, and which of them is running. */
export function useSaving({ mayPublish }: Pick<Publishing, 'mayPublish'>) {
  const { editing } = useTools();
  const navigate = useNavigate();
  const client = useQueryClient();
  const [busy, setBusy] = useState<'saving' | 'publishing' | 'discarding' | null>(null);

  const [isUnapproved, setUnapproved] = useState(false);
  const publishing: Publishing = {
    mayPublish,
    onUnapproved: () => {
      setUnapproved(true);
      // It may have been switched on since the school was fetched.
      void client.invalidateQueries({ queryKey: queryKeys.school });
    },
  };

  async function run(what: NonNullable<typeof busy>, work: () => Promise<void>): Promise<void> {
    if (busy !== null) return;
    setBusy(what);
    try {
      await work();
    } finally {
      setBusy(null);
    }
  }
  const saveDraft = (saveAll: typeof saveAllChanges) =>
    run('saving', async () => {
      act(editing.store, saveAll);
      if (await saveNow(editing)) showSaved(editing);
    });
  async function openScreen(path: string, state?: unknown): Promise<void> {
    await client.invalidateQueries({ queryKey: queryKeys.newsletters.all, refetchType: 'none' });
    await navigate(path, { state });
  }

  return {
    busy,
    /** Whether publishing has just been refused for want of approval, until `forgetUnapproved`. */
    isUnapproved,
    forgetUnapproved: useCallback(() => setUnapproved(false), []),
    saveDraft: () => saveDraft(saveAllChanges),
    /** By a key: whoever writes goes on. */
    saveAndGoOn: () => saveDraft(saveAllAndStay),
    /** Saves all that is finished; false, and says why, if something is not. */
    settle: async () => {
      act(editing.store, saveAllChanges);
      return isFinished(editing) && (await saveNow(editing));
    },
    /** The same, for what the person has read: also false if that brings changes of others. */
    settleAsRead: async () => {
      act(editing.store, saveAllChanges);
      return isFinished(editing) && (await saveAsRead(editing, editing.merges.getState()));
    },
    /** The same, and asks what Publish asks, with the time for which it is planned; false if it is not to be published. */
    prepare: async (when: string) => {
      const read = editing.merges.getState();
      act(editing.store, saveAllChanges);
      if (!isFinished(editing)) return false;
      await run('saving', () => knowMarks(editing));
      return (await mayPublish(when)) && (await saveAsRead(editing, read));
    },
    publish: async () => {
      if (busy !== null) return;
      const read = editing.merges.getState();
      act(editing.store, saveAllChanges);
      if (!isFinished(editing)) return;
      await run('publishing', () => knowMarks(editing));
      if (!(await mayPublish())) return;
      await run('publishing', async () => {
        const wasDraft = editing.publicState.getState() === 'draft';
        if (!(await publishNow(editing, publishing, read))) return;
        await openScreen(screenPath('publicUrl', { id: editing.opened.id }), afterPublishing(wasDraft));
        // After the navigation: over a slow connection the toast could be gone before the page appears.
        toast.success(NEWSLETTER_MESSAGES.published, { isOfScreen: true });
      });
    },
    discard: () =>
      run('discarding', async () => {
        const isSure = await confirm({
          title: NEWSLETTER_MESSAGES.discardChanges,
          message: `“${editing.opened.saved.title}” goes back to what it was when you opened it.`,
          confirmLabel: 'Discard changes',
          cancelLabel: 'Keep editing',
          destructive: true,
        });
        if (!isSure) return;
        act(editing.store, replaceWith, editing.opened.saved);
        if (await saveNow(editing)) await openScreen(SCREENS.newsletters);
      }),
  };
}

/** Saves blocks that the server has not seen: it knows whether they are examples. Without an answer Publish lists what is known. */
async function knowMarks({ store, saver }: Editing): Promise<void> {
  const seen = new Set(blocksOf(saver.acknowledged().document).map(({ name }) => name));
  if (blocksOf(store.getState().document).some(({ name }) => !seen.has(name))) await saver.flush();
}

/** Saves now, and shows a toast if that fails. A conflict has its own dialog. */
async function saveNow(editing: Editing): Promise<boolean> {
  const isSaved = await editing.saver.flush();
  // Whoever saves or publishes is asked at once, also what they have put off.
  if (editing.saver.state.getState().step === 'conflict') editing.asking.setState('now', true);
  if (!isSaved && editing.saver.state.getState().step === 'failed') showErrorUntilSaved(editing);
  return isSaved;
}

/** As `saveNow`; false, and says so, if others' changes were put on the canvas after `read`, a count of merges. */
async function saveAsRead(editing: Editing, read: number): Promise<boolean> {
  if (!(await saveNow(editing))) return false;
  if (editing.merges.getState() === read) return true;
  toast.info(`${CHANGED_JUST_NOW} Please look at it first`);
  return false;
}

const CHANGED_JUST_NOW = 'This newsletter has just been changed by somebody else, or in another window.';

/**
 * Saves and publishes exactly what the canvas shows, not what others have changed meanwhile. On a version conflict, continues
 * only if the person keeps their own version. Asks again if a file was deleted meanwhile. `seen`: the merges that the person knows of.
 */
async function publishNow(
  editing: Editing,
  publishing: Publishing,
  seen = editing.merges.getState(),
): Promise<boolean> {
  const { opened, saver, merges } = editing;
  for (;;) {
    if (await saveNow(editing)) {
      if (merges.getState() !== seen) return await publishAnyway(editing, publishing);
      try {
        await publishNewsletter(opened.id, saver.version(), [...editing.missing.getState()]);
        return true;
      } catch (error) {
        if (error instanceof FilesMissing) {
          editing.noteMissing(error.files);
          if (await publishing.mayPublish()) continue;
          return false;
        }
        if (isApiError(error, 403) && error.body.error_code === APPROVAL_REQUIRED) publishing.onUnapproved();
        // The call has shown all other errors.
        saver.handleRefusal(error);
        if (!(error instanceof VersionConflict)) return false;
        if (saver.state.getState().step === 'saved') continue;
      }
    }
    if (await waitForResolution(editing)) continue;
    return merges.getState() !== seen && (await publishAnyway(editing, publishing));
  }
}

/** Others' changes were put on the canvas meanwhile: nobody publishes them unasked. */
async function publishAnyway(editing: Editing, publishing: Publishing): Promise<boolean> {
  const isSure = await confirm({
    title: 'Not published yet',
    message: CHANGED_JUST_NOW,
    confirmLabel: 'Publish it as it is',
    cancelLabel: 'Look at it first',
  });
  return isSure && (await publishNow(editing, publishing));
}

/** Waits until the person has resolved the conflict; true if they kept their version. False without a conflict, and if they put it off. */
function waitForResolution({ saver: { state }, asking }: Editing): Promise<boolean> {
  return new Promise((resolve) => {
    if (state.getState().step !== 'conflict') return resolve(false);
    // A refused publishing, which has not been asked about yet.
    asking.setState('now', true);
    const end = (isKept: boolean) => {
      for (const stop of stops) stop();
      resolve(isKept);
    };
    const stops = [
      state.subscribe(({ step }) => {
        // After "Keep theirs" the state is `saved`; after "Keep mine" it is waiting to be sent.
        if (step !== 'conflict') end(step !== 'saved');
      }),
      asking.subscribe((when) => {
        if (when === 'later') end(false);
      }),
    ];
  });
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

// Readers get what the canvas shows, so an unfinished block stops publishing.
function isFinished(editing: Editing): boolean {
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

/** Whether all of these blocks are still not finished. */
function unfinishedStill(editing: Editing, named: readonly UnsavedBlock[]) {
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

// Names the first block that could not be saved.
function showSaved(editing: Editing): void {
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
