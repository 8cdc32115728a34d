import { APPROVAL_REQUIRED } from '#contract/errors.ts';
import { confirm } from '#ui/dialogs/confirm.ts';
import { isApiError } from '#web/api/api-error.ts';
import type { EditorSession } from '#web/features/editor/kernel/editor-session.ts';
import { VersionConflict } from '#web/features/editor/kernel/save-state.ts';
import { FilesMissing, publishNewsletter } from './newsletter-calls.ts';
import { CHANGED_JUST_NOW, saveNow } from './save-now.ts';

/** The callbacks of publishing. */
export interface Publishing {
  /** Asks whether to publish in spite of the check's findings. */
  readonly mayPublish: (when?: string) => Promise<boolean>;
  /** Called if the server requires an approval first. The call has shown a message. */
  readonly onUnapproved: () => void;
}

/**
 * Saves and publishes exactly what the canvas shows, without others' later changes. On a version conflict, continues only if the
 * person keeps their own version. Asks again if a file was deleted meanwhile. `seen`: the count of merges that the person has seen.
 */
export async function publishNow(
  editing: EditorSession,
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

/** Asks whether to publish others' changes that came onto the canvas meanwhile. */
async function publishAnyway(editing: EditorSession, publishing: Publishing): Promise<boolean> {
  const isSure = await confirm({
    title: 'Not published yet',
    message: CHANGED_JUST_NOW,
    confirmLabel: 'Publish it as it is',
    cancelLabel: 'Look at it first',
  });
  return isSure && (await publishNow(editing, publishing));
}

/** Waits until the person resolves the conflict; true if they keep their version. False without a conflict, or if they put it off. */
function waitForResolution({ saver: { state }, asking }: EditorSession): Promise<boolean> {
  return new Promise((resolve) => {
    if (state.getState().step !== 'conflict') return resolve(false);
    // If publishing was refused, the question has not been asked yet.
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
