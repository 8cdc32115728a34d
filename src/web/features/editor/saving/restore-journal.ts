import type { Opened } from '#web/features/editor/kernel/opened.ts';
import type { Saver } from '#web/features/editor/kernel/saver.ts';
import {
  type EditorState,
  isSameContent,
  replaceWith,
  type Saved,
  type StateChange,
  savedPart,
  unfinishedBlocks,
} from '#web/features/editor/kernel/state/editor-state.ts';
import { act, type EditorStore } from '#web/features/editor/kernel/state/editor-store.ts';
import type { Journal, JournalEntry } from './journal.ts';
import { toSave } from './to-save.ts';

/** Restores the unsaved changes in a journal. Returns whether there were any, and whether closed windows have left more. */
export function restoreJournal(
  { store, saver, opened }: { readonly store: EditorStore; readonly saver: Saver; readonly opened: Opened },
  { recovered, abandoned }: Journal,
): { readonly isRestored: boolean; readonly hasMoreUnsaved: boolean } {
  // If the server has all of an entry, only the answer was lost.
  const isNews = (entry: JournalEntry) => {
    const state = {
      ...store.getState(),
      ...savedPart({ ...store.getState(), ...entry }),
      ...copiesOf(entry),
    };
    return unfinishedBlocks(state).length > 0 || !isSameContent(toSave(state, opened.saved), opened.saved);
  };
  const isRestored = recovered !== null && isNews(recovered);
  if (recovered !== null) {
    act(store, restore, recovered);
    resume(store, saver, opened, recovered);
    saver.noteForHistory(recovered.notes);
  }
  return { isRestored, hasMoreUnsaved: abandoned.some(isNews) };
}

// The next save names the journal's version, so that a conflict with a newer one is reported. Not needed if the content equals the
// server's: then only its answer was lost, or the only changes are blocks that were never saved.
function resume(store: EditorStore, saver: Saver, opened: Opened, recovered: JournalEntry): void {
  const base = recovered.base ?? sameVersion(recovered, opened);
  const last = recovered.sent.at(-1) ?? base ?? opened.saved;
  if (isSameContent(toSave(store.getState(), last), opened.saved) && !mayArriveLate(recovered, opened))
    return;
  saver.resume(recovered.version, { base, sent: recovered.sent });
  // Others' later changes come with the merge. Otherwise Undo would bring them here, and Redo take them back.
  if (base !== null)
    store.temporal.setState(({ pastStates }) => ({ pastStates: pastStates.map(() => base) }));
}

/** Whether a save that was on its way may still be stored: the next one has to overtake it. */
function mayArriveLate({ version, sent }: JournalEntry, opened: Opened): boolean {
  return version === opened.version && sent.some((each) => !isSameContent(each, opened.saved));
}

/** The newsletter as it was opened, if the journal is based on that version. */
function sameVersion({ version }: JournalEntry, opened: Opened): Saved | null {
  return version === opened.version ? opened.saved : null;
}

function restore(state: EditorState, recovered: JournalEntry): StateChange {
  return {
    ...replaceWith(state, savedPart({ ...state, ...recovered })),
    ...copiesOf(recovered),
  };
}

const copiesOf = ({ workingCopies }: JournalEntry) => ({ workingCopies });
