import type { StoreApi } from 'zustand/vanilla';
import type { EditorSession } from '#web/features/editor/kernel/editor-session.ts';
import type { PublicState } from '#web/features/editor/kernel/opened.ts';
import { VersionConflict } from '#web/features/editor/kernel/save-state.ts';
import type { Saver, StoredAnswer } from '#web/features/editor/kernel/saver.ts';
import type { Saved } from '#web/features/editor/kernel/state/editor-state.ts';
import { withoutStep } from '#web/features/editor/kernel/state/editor-store.ts';
import { openedFrom, saveNewsletter } from '#web/features/editor/saving/newsletter-calls.ts';
import { canSetAside, setAside } from '#web/features/editor/saving/refused-blocks.ts';
import { createSaver, type Merge, type Send } from '#web/features/editor/saving/saver.ts';
import { writtenBetween } from './written.ts';

type Known = Pick<EditorSession, 'opened' | 'store' | 'news' | 'noteMissing' | 'merges'> & {
  readonly publicState: StoreApi<PublicState>;
  readonly writtenHere: Set<string>;
};

/** The listeners for the outcome of saves. */
interface Listening {
  readonly stored: (saved: Saved, answer: StoredAnswer) => Promise<void>;
  readonly refused: (error: unknown) => void;
}

/** The saver of a newsletter that is being edited: it merges others' stored changes, and leaves behind blocks that the server refuses. */
export function createSessionSaver(known: Known, { stored, refused }: Listening): Saver {
  const { opened, store, publicState, noteMissing, writtenHere } = known;
  const send: Send = async (saved, version, sent) => {
    const answer = await saveNewsletter(opened.id, saved, version, sent).catch((error: unknown) => {
      if (error instanceof VersionConflict) noteMissing(error.theirs.attributes.missing_files);
      refused(error);
      throw error;
    });
    publicState.setState(answer.publicState, true);
    noteMissing(answer.missing);
    await stored(saved, answer);
    for (const subject of writtenBetween(saver.acknowledged(), saved)) writtenHere.add(subject);
    return answer;
  };
  const merge: Merge = async (found) => {
    const { mergeStored, canvasVersion, notifyOfMerge } = await loadMerging();
    const mine = canvasVersion(store.getState());
    if (!mergeStored(store, found)) return false;
    known.merges.setState((count) => count + 1, true);
    publicState.setState(openedFrom(found.theirs).publicState, true);
    const { version } = found.theirs.attributes;
    void notifyOfMerge(known, found, { version, mine });
    return true;
  };
  const saver = createSaver(opened, send, merge, (blocks, acknowledged) => {
    if (!canSetAside(store.getState(), blocks)) return false;
    withoutStep(store, setAside, blocks, acknowledged);
    return true;
  });
  return saver;
}

/** Others change a newsletter rarely, so the code that merges is loaded later. See `PRELOADED` of lazy-dialogs.tsx. */
export const loadMerging = async () => ({
  ...(await import('./merge-stored.ts')),
  ...(await import('./merged-state.ts')),
  ...(await import('./notify-of-merge.ts')),
});
