import type { Editor } from '@tiptap/core';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { MissingFiles } from '#newsletter/document/missing-files.ts';
import { type KnownDates, NO_DATES } from '#newsletter/fields/school-dates-context.tsx';
import { isRightToLeft } from '#newsletter/values/right-to-left.ts';
import { toast } from '#ui/feedback/toast.ts';
import { isApiError } from '#web/api/api-error.ts';
import { createInsertionStore, type InsertionStore } from '#web/features/editor/adding/insertion.ts';
import { type BlockRenderer, createBlockRenderer } from '#web/features/editor/canvas/block-renderer.ts';
import { createDragStore, type DragStore } from '#web/features/editor/drag/drag-state.ts';
import { createPendingFiles, type PendingFiles } from '#web/features/editor/fields/pending-files.ts';
import { EVERYONE, type ReadAs } from '#web/features/editor/guests/audience/read-as.ts';
import { type CarriedOver, carriedOverOf } from '#web/features/editor/guests/next-issue/carried-over.ts';
import { createNotes, type Notes } from '#web/features/editor/guests/notes/notes-store.ts';
import { followParts } from '#web/features/editor/guests/parts/follow-parts.ts';
import { type KeptWords, openKeptWords } from '#web/features/editor/guests/parts/kept-words.ts';
import {
  isContributor,
  partsBegun,
  refuseUntilKnown,
  rightsInParts,
} from '#web/features/editor/guests/parts/own-blocks.ts';
import { createParts, type Parts } from '#web/features/editor/guests/parts/parts-store.ts';
import { tellOfHandedIn } from '#web/features/editor/guests/parts/tell-of-handed-in.ts';
import type { PhotoUpload } from '#web/features/editor/guests/photos/photo-upload.ts';
import {
  type EditorState,
  isSameContent,
  replaceWith,
  type Saved,
  type StateChange,
  savedPart,
  unfinishedBlocks,
} from '#web/features/editor/kernel/editor-state.ts';
import {
  act,
  createEditorStore,
  type EditorStore,
  withoutStep,
} from '#web/features/editor/kernel/editor-store.ts';
import { ALL_RIGHTS, guardStore, type Rights } from '#web/features/editor/kernel/rights.ts';
import { type Heard, NOTHING_HEARD } from '#web/features/editor/merging/heard.ts';
import { writtenBetween } from '#web/features/editor/merging/written.ts';
import type { Journal, JournalEntry } from '#web/features/editor/saving/journal.ts';
import { createJournalKeeper, type JournalDurability } from '#web/features/editor/saving/journal-keeper.ts';
import {
  type Opened,
  openedFrom,
  type PublicState,
  saveNewsletter,
} from '#web/features/editor/saving/newsletter-calls.ts';
import { canSetAside, setAside } from '#web/features/editor/saving/refused-blocks.ts';
import type { SaveNotes } from '#web/features/editor/saving/save-notes.ts';
import { VersionConflict } from '#web/features/editor/saving/save-state.ts';
import { createSaver, type Merge, type Saver, type Send } from '#web/features/editor/saving/saver.ts';
import { toSave } from '#web/features/editor/saving/to-save.ts';
import { persistUndo, restoreUndo } from '#web/features/editor/undo/persist-undo.ts';
import { openUndoStorage } from '#web/features/editor/undo/undo-storage.ts';
import { type CaretStore, createCaretStore } from '#web/features/editor/writing/caret.ts';
import { currentSession } from '#web/session/session.ts';
import { whenIdle } from './when-idle.ts';

/** One newsletter being edited: everything that outlives a single component. */
export interface Editing extends Rights {
  /** What the person may change, anew whenever that is something else. */
  readonly rights: StoreApi<Rights>;
  readonly opened: Opened;
  /** Who edits. */
  readonly personId: string;
  readonly store: EditorStore;
  readonly saver: Saver;
  /** How often changes of others were put on the canvas. */
  readonly merges: StoreApi<number>;
  /** What this window has saved, see `written.ts`: whoever keeps other words there tells whoever wrote these. */
  readonly writtenHere: ReadonlySet<string>;
  /** When a question about others' changes is shown: in a pause of typing, at once, or only when the person comes back to it. */
  readonly asking: StoreApi<'in-a-pause' | 'now' | 'later'>;
  /** What was heard of the others who have it open. */
  readonly heard: StoreApi<Heard>;
  /** What readers see of the newsletter, according to the server's last answer. */
  readonly publicState: StoreApi<PublicState>;
  readonly drag: DragStore;
  readonly caret: CaretStore;
  /** The editor of the words that are being typed in the newsletter. */
  readonly typing: StoreApi<Editor | null>;
  /** How many steps of the history have been undone since the words at the caret were. */
  readonly stepsUndone: { current: number };
  readonly insertion: InsertionStore;
  /** The block whose words were just left by 'Done', on a phone. See `adds-below.ts`. */
  readonly left: { current: string | null };
  /** Whether a phone's sheet of tiles is open. */
  readonly isPickerOpen: StoreApi<boolean>;
  readonly blockRenderer: BlockRenderer;
  readonly files: PendingFiles;
  /** Photos on their way into blocks, in the order in which they were asked for; also those that are done. */
  readonly photos: StoreApi<readonly PhotoUpload[]>;
  /** The school's files that the server has reported as deleted. */
  readonly missing: StoreApi<MissingFiles>;
  /** The dates that blocks fill themselves with. */
  readonly schoolDates: StoreApi<KnownDates>;
  /** Adds files that the server reports as deleted. A deleted file stays deleted. */
  noteMissing(files: readonly string[]): void;
  /** What staff write to each other about it. */
  readonly notes: Notes;
  /** Who of them writes which block. */
  readonly parts: Parts;
  /** As whom it is read. */
  readonly readAs: StoreApi<ReadAs>;
  /** Whether the person writes in parts of theirs alone. */
  readonly isContributor: boolean;
  /** What a contributor had typed in blocks that are not theirs any more. */
  readonly kept: KeptWords;
  /**
   * Says that something is not theirs to change; as long as nobody knows what is theirs, nothing is said, and `again` runs
   * once that is known.
   */
  refuse(again?: () => void): void;
  /** What is still as in the issue before, or an example; null without either. */
  readonly carriedOver: StoreApi<CarriedOver | null>;
  /** The text of the live region for screen readers. */
  readonly announcement: StoreApi<string>;
  announce(words: string): void;
  /** Whether changes that the server does not have were restored from the journal. */
  readonly isRestored: boolean;
  /** Whether windows that are gone have left more of them, for the next openings. */
  readonly isMoreLeft: boolean;
  /** The newsletter's, as a BCP 47 tag. */
  readonly language: string;
  /** Whether the newsletter's language is written from right to left. */
  readonly isRightToLeft: boolean;
  /** Whether anything is not on the server yet. */
  hasUnsaved(): boolean;
  /** How safely this browser keeps what is not on the server. */
  readonly durability: StoreApi<JournalDurability>;
  /** Says what the next save is for the history, which keeps it as a state of its own. */
  noteForHistory(notes: Partial<SaveNotes>): void;
  /** Starts saving and writing the journal; returns a function that stops both. */
  start(): () => void;
  /** Runs something when they are stopped. */
  onStop(run: () => void): void;
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
  const schoolDates = createStore<KnownDates>(() => NO_DATES);
  const noteMissing = (files: readonly string[]) => {
    const before = missing.getState();
    if (files.some((file) => !before.has(file))) missing.setState(new Set([...before, ...files]), true);
  };
  const carriedOver = createStore(() => carriedOverOf(opened));
  const parts = createParts(opened.id);
  const isLimited = isContributor();
  const send: Send = async (saved, version, sent) => {
    const reply = await saveNewsletter(opened.id, saved, version, sent).catch((error: unknown) => {
      if (error instanceof VersionConflict) noteMissing(error.theirs.attributes.missing_files);
      // A part of theirs may be somebody else's by now.
      if (isLimited && isApiError(error, 403)) void parts.refresh();
      throw error;
    });
    publicState.setState(reply.publicState, true);
    noteMissing(reply.missing);
    if (reply.carriedOver !== null) {
      // The save has worked, whether this can be loaded or not.
      const found = await loadFound().catch(() => null);
      if (found !== null)
        carriedOver.setState((before) => found.withFound(before, { ...reply, saved }), true);
    }
    for (const subject of writtenBetween(saver.acknowledged(), saved)) writtenHere.add(subject);
    return reply;
  };
  const writtenHere = new Set<string>();
  const merges = createStore(() => 0);
  const heard = createStore<Heard>(() => NOTHING_HEARD);
  const merge: Merge = async (found) => {
    const { mergeStored, canvasVersion, tellOfMerge } = await loadMerging();
    const mine = canvasVersion(store.getState());
    if (!mergeStored(store, found)) return false;
    merges.setState((count) => count + 1, true);
    publicState.setState(openedFrom(found.theirs).publicState, true);
    const { version } = found.theirs.attributes;
    void tellOfMerge({ opened, store, heard, writtenHere }, found, { version, mine });
    return true;
  };
  const saver = createSaver(opened, send, merge, (refused, acknowledged) => {
    if (!canSetAside(store.getState(), refused)) return false;
    withoutStep(store, setAside, refused, acknowledged);
    return true;
  });
  // Only its answer was lost where the server has all of it.
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
    // The next save names the journal's version, so that a conflict with a newer one is reported. Not needed if the
    // content equals the server's: then only its answer was lost, or the only changes are blocks that were never saved.
    const base = recovered.base ?? sameVersion(recovered, opened);
    const last = recovered.sent.at(-1) ?? base ?? opened.saved;
    if (!isSameContent(toSave(store.getState(), last), opened.saved) || mayArriveLate(recovered, opened)) {
      saver.resume(recovered.version, { base, sent: recovered.sent });
      // What others have stored since comes with the merge: Undo would lead to it here, and Redo take it back.
      if (base !== null)
        store.temporal.setState(({ pastStates }) => ({ pastStates: pastStates.map(() => base) }));
    }
    saver.noteForHistory(recovered.notes);
  }
  const files = createPendingFiles();
  const hasFiles = () => files.state.getState().size > 0;
  const keeper = createJournalKeeper(store, saver, journal, hasFiles);
  restoreUndo(store, undoStorage, opened);
  const blockRenderer = createBlockRenderer();
  const notes = createNotes(person, opened.id);
  const begun = () => partsBegun(parts.state.getState().parts, person);
  const inParts = () => rightsInParts(store, begun);
  const rights = createStore<Rights>(() => (isLimited ? inParts() : ALL_RIGHTS));
  const now: Rights = {
    rightAt: (name) => rights.getState().rightAt(name),
    mayBecome: (document) => rights.getState().mayBecome(document),
  };
  const kept = openKeptWords(person, opened.id);
  const refuse = refuseUntilKnown(parts, () =>
    toast.info('You can change your own parts only. This is for reading'),
  );
  if (isLimited) {
    guardStore(store, now, refuse);
    parts.state.subscribe((state, before) => {
      if (state.parts !== before.parts) rights.setState(inParts(), true);
    });
  }
  const parting: (() => void)[] = [];
  return {
    announcement,
    announce,
    opened,
    personId: person,
    store,
    saver,
    merges,
    writtenHere,
    asking: createStore<'in-a-pause' | 'now' | 'later'>(() => 'in-a-pause'),
    heard,
    publicState,
    blockRenderer,
    drag: createDragStore(),
    caret: createCaretStore(),
    typing: createStore<Editor | null>(() => null),
    stepsUndone: { current: 0 },
    insertion: createInsertionStore(),
    left: { current: null },
    isPickerOpen: createStore(() => false),
    files,
    photos: createStore<readonly PhotoUpload[]>(() => []),
    missing,
    schoolDates,
    noteMissing,
    notes,
    parts,
    readAs: createStore<ReadAs>(() => EVERYONE),
    isContributor: isLimited,
    rights,
    ...now,
    kept,
    refuse,
    carriedOver,
    isRestored,
    isMoreLeft: journal.left.some(isNews),
    language,
    isRightToLeft: isRightToLeft(language),
    durability: keeper.state,
    noteForHistory: (added) => saver.noteForHistory(added),
    hasUnsaved: () => hasFiles() || keeper.hasUnsaved(),
    start() {
      const stop = [
        notes.start(),
        isLimited
          ? followParts({ store, saver, parts, kept, personId: person })
          : tellOfHandedIn(parts, person),
        // A contributor can't do anything before.
        parts.start(isLimited ? (run) => run() : whenIdle),
        keeper.start(),
        persistUndo(store, saver, undoStorage),
        store.subscribe((state) => saver.update(toSave(state, saver.last()))),
        store.subscribe((state, before) => renderWorkingCopies(blockRenderer, state, before)),
        onReturnOfNetwork(() => {
          void saver.flush();
          blockRenderer.retry();
        }),
      ];
      saver.update(toSave(store.getState(), saver.last()));
      return () => {
        for (const each of [...stop, ...parting.splice(0)]) each();
        saver.dispose();
        blockRenderer.dispose();
      };
    },
    onStop: (run) => void parting.push(run),
  };
}

/** Few newsletters begin with another: what marks examples that a save has found comes with the first such answer. */
const loadFound = () => import('#web/features/editor/guests/next-issue/found-examples.ts');

/** Others change a newsletter rarely, so what merges it comes later. See `PRELOADED` of lazy-dialogs.tsx. */
export const loadMerging = async () => ({
  ...(await import('#web/features/editor/merging/merge-stored.ts')),
  ...(await import('#web/features/editor/merging/merged-state.ts')),
  ...(await import('#web/features/editor/merging/tell-of-merge.ts')),
});

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

function renderWorkingCopies(
  blockRenderer: BlockRenderer,
  { workingCopies, selected }: EditorState,
  before: EditorState,
): void {
  if (workingCopies === before.workingCopies) return;
  for (const workingCopy of Object.values(workingCopies)) {
    const { name } = workingCopy;
    // The selected block is drawn after the frame, or later.
    if (name !== selected && before.workingCopies[name] !== workingCopy)
      blockRenderer.renderAhead(workingCopy);
  }
}

function onReturnOfNetwork(run: () => void): () => void {
  window.addEventListener('online', run);
  return () => window.removeEventListener('online', run);
}
