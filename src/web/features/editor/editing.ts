import { createStore, type StoreApi } from 'zustand/vanilla';
import type { MissingFiles } from '#newsletter/document/missing-files.ts';
import { isRightToLeft } from '#newsletter/values/right-to-left.ts';
import { createInsertionStore, type InsertionStore } from '#web/features/editor/adding/insertion.ts';
import { type BlockRenderer, createBlockRenderer } from '#web/features/editor/canvas/block-renderer.ts';
import { createDragStore, type DragStore } from '#web/features/editor/drag/drag-state.ts';
import { createPendingFiles, type PendingFiles } from '#web/features/editor/fields/pending-files.ts';
import { persistUndo, restoreUndo } from '#web/features/editor/history/persist-undo.ts';
import { openUndoStorage } from '#web/features/editor/history/undo-storage.ts';
import { type CarriedOver, carriedOverOf } from '#web/features/editor/next-issue/carried-over.ts';
import { createPhotoUploads, type PhotoUploads } from '#web/features/editor/photos/photo-uploads.ts';
import type { Entry, Journal } from '#web/features/editor/saving/journal.ts';
import { createJournalKeeper, type JournalDurability } from '#web/features/editor/saving/journal-keeper.ts';
import {
  type Opened,
  openedFrom,
  type PublicState,
  saveNewsletter,
} from '#web/features/editor/saving/newsletter-calls.ts';
import { createSaver, type Saver, type Send, VersionConflict } from '#web/features/editor/saving/saver.ts';
import {
  type Change,
  type EditorState,
  isSameContent,
  replaceWith,
  savedPart,
  sentPart,
} from '#web/features/editor/state/editor-state.ts';
import { act, createEditorStore, type EditorStore } from '#web/features/editor/state/editor-store.ts';
import { type CaretStore, createCaretStore } from '#web/features/editor/writing/caret.ts';
import { currentSession } from '#web/session/session.ts';

/** One newsletter being edited: everything that outlives a single component. */
export interface Editing {
  readonly opened: Opened;
  readonly store: EditorStore;
  readonly saver: Saver;
  /** How often changes of others were put on the canvas. */
  readonly merges: StoreApi<number>;
  /** What readers see of the newsletter, according to the server's last answer. */
  readonly publicState: StoreApi<PublicState>;
  readonly drag: DragStore;
  readonly caret: CaretStore;
  readonly insertion: InsertionStore;
  readonly blockRenderer: BlockRenderer;
  readonly files: PendingFiles;
  readonly photos: PhotoUploads;
  /** The school's files that the server has reported as deleted. */
  readonly missing: StoreApi<MissingFiles>;
  /** Adds files that the server reports as deleted. A deleted file stays deleted. */
  noteMissing(files: readonly string[]): void;
  /** What is still as in the issue before; null unless it is a next issue. */
  readonly carriedOver: StoreApi<CarriedOver | null>;
  /** The text of the live region for screen readers. */
  readonly announcement: StoreApi<string>;
  announce(words: string): void;
  /** Whether unsaved changes were restored from the journal. */
  readonly isRestored: boolean;
  /** The newsletter's, as a BCP 47 tag. */
  readonly language: string;
  /** Whether the newsletter's language is written from right to left. */
  readonly isRightToLeft: boolean;
  /** Whether anything is not on the server yet. */
  hasUnsaved(): boolean;
  /** How safely this browser keeps what is not on the server. */
  readonly durability: StoreApi<JournalDurability>;
  /** Says that the next save brings something back, so that the server keeps it as a state of its own. */
  noteRestore(): void;
  /** Starts saving and writing the journal; returns a function that stops both. */
  start(): () => void;
}

/** Opens a newsletter for editing and restores the unsaved changes in its journal. */
export function beginEditing(opened: Opened, journal: Journal, language: string): Editing {
  const person = currentSession()?.user.id ?? 'nobody';
  const undoStorage = openUndoStorage(person, opened.id);
  const { recovered } = journal;
  const store = createEditorStore(opened.saved);
  const publicState = createStore<PublicState>(() => opened.publicState);
  const announcement = createStore(() => '');
  // Screen readers do not repeat an unchanged text: a no-break space makes it differ.
  const announce = (words: string) =>
    announcement.setState((before) => (before === words ? `${words}\u00a0` : words), true);
  const missing = createStore<MissingFiles>(() => new Set(opened.missing));
  const noteMissing = (files: readonly string[]) => {
    const before = missing.getState();
    if (files.some((file) => !before.has(file))) missing.setState(new Set([...before, ...files]), true);
  };
  let restores = false;
  const send: Send = async (saved, version) => {
    const isRestore = restores;
    restores = false;
    const reply = await saveNewsletter(opened.id, saved, version, isRestore).catch((error: unknown) => {
      restores ||= isRestore;
      if (error instanceof VersionConflict) noteMissing(error.theirs.attributes.missing_files);
      throw error;
    });
    publicState.setState(reply.publicState, true);
    noteMissing(reply.missing);
    return reply;
  };
  const merges = createStore(() => 0);
  const saver = createSaver(opened, send, async (found) => {
    const { mergeStored, tellOfMerge } = await loadMerging();
    if (!mergeStored(store, found)) return false;
    merges.setState((count) => count + 1, true);
    publicState.setState(openedFrom(found.theirs).publicState, true);
    void tellOfMerge({ opened, store }, found);
    return true;
  });
  if (recovered !== null) {
    act(store, restore, recovered);
    // The next save names the journal's version, so that a conflict with a newer one is reported. Not needed if the
    // content equals the server's: then only its answer was lost, or the only changes are blocks that were never saved.
    if (!isSameContent(sentPart(store.getState()), opened.saved)) saver.overwrite(recovered.version);
  }
  const files = createPendingFiles();
  const hasFiles = () => files.state.getState().size > 0;
  const keeper = createJournalKeeper(store, saver, journal, hasFiles);
  restoreUndo(store, undoStorage, opened);
  const blockRenderer = createBlockRenderer();
  const photos = createPhotoUploads(store, files, announce);
  return {
    announcement,
    announce,
    opened,
    store,
    saver,
    merges,
    publicState,
    blockRenderer,
    drag: createDragStore(),
    caret: createCaretStore(),
    insertion: createInsertionStore(),
    files,
    photos,
    missing,
    noteMissing,
    carriedOver: createStore(() => carriedOverOf(opened)),
    isRestored: recovered !== null,
    language,
    isRightToLeft: isRightToLeft(language),
    durability: keeper.state,
    noteRestore() {
      restores = true;
    },
    hasUnsaved: () => hasFiles() || keeper.hasUnsaved(),
    start() {
      const stop = [
        photos.start(),
        keeper.start(),
        persistUndo(store, saver, undoStorage),
        store.subscribe((state) => saver.update(sentPart(state))),
        store.subscribe((state, before) => renderWorkingCopies(blockRenderer, state, before)),
        onReturnOfNetwork(() => {
          void saver.flush();
          blockRenderer.retry();
        }),
      ];
      saver.update(sentPart(store.getState()));
      return () => {
        for (const each of stop) each();
        saver.dispose();
        blockRenderer.dispose();
      };
    },
  };
}

/** Others change a newsletter rarely, so what merges it comes later. See `PRELOADED` of lazy-dialogs.tsx. */
export const loadMerging = () => import('#web/features/editor/merging/merge-stored.ts');

function restore(state: EditorState, recovered: Entry): Change {
  return {
    ...replaceWith(state, savedPart({ ...state, ...recovered })),
    workingCopies: recovered.workingCopies,
  };
}

function renderWorkingCopies(
  blockRenderer: BlockRenderer,
  { workingCopies }: EditorState,
  before: EditorState,
): void {
  if (workingCopies === before.workingCopies) return;
  for (const workingCopy of Object.values(workingCopies))
    if (before.workingCopies[workingCopy.name] !== workingCopy) blockRenderer.renderAhead(workingCopy);
}

function onReturnOfNetwork(run: () => void): () => void {
  window.addEventListener('online', run);
  return () => window.removeEventListener('online', run);
}
