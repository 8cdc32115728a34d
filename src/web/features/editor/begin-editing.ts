import type { Editor } from '@tiptap/core';
import type { ReactNode } from 'react';
import { createStore } from 'zustand/vanilla';
import type { MissingFiles } from '#newsletter/document/missing-files.ts';
import { NO_DATES } from '#newsletter/fields/school-dates-context.tsx';
import { isRightToLeft } from '#newsletter/values/right-to-left.ts';
import { createCaretStore } from '#web/features/editor/kernel/caret.ts';
import { createDragStore } from '#web/features/editor/kernel/drag-state.ts';
import { eachGuest, guarded } from '#web/features/editor/kernel/each-guest.ts';
import type { EditorSession } from '#web/features/editor/kernel/editor-session.ts';
import type { BlockOffer } from '#web/features/editor/kernel/facts/block-offers.ts';
import { NO_PARTS } from '#web/features/editor/kernel/facts/known-parts.ts';
import { NO_NEWS } from '#web/features/editor/kernel/facts/others-news.ts';
import type { Guest } from '#web/features/editor/kernel/guest.ts';
import { createInsertionStore } from '#web/features/editor/kernel/insertion.ts';
import type { Opened } from '#web/features/editor/kernel/opened.ts';
import { createPendingFiles } from '#web/features/editor/kernel/pending-files.ts';
import {
  type BlockRenderer,
  createBlockRenderer,
} from '#web/features/editor/kernel/rendering/block-renderer.ts';
import type { EditorState } from '#web/features/editor/kernel/state/editor-state.ts';
import { createEditorStore } from '#web/features/editor/kernel/state/editor-store.ts';
import { ALL_RIGHTS, guardStore, type Rights } from '#web/features/editor/kernel/state/rights.ts';
import { persistUndo, restoreUndo } from '#web/features/editor/kernel/undo/persist-undo.ts';
import { openUndoStorage } from '#web/features/editor/kernel/undo/undo-storage.ts';
import type { View } from '#web/features/editor/kernel/view.ts';
import { createSessionSaver } from '#web/features/editor/merging/session-saver.ts';
import type { Journal } from '#web/features/editor/saving/journal.ts';
import { createJournalKeeper } from '#web/features/editor/saving/journal-keeper.ts';
import { restoreJournal } from '#web/features/editor/saving/restore-journal.ts';
import { toSave } from '#web/features/editor/saving/to-save.ts';
import { currentSession } from '#web/session/session.ts';
import { GUESTS } from './guests.ts';

/** Opens a newsletter for editing and restores the unsaved changes in its journal. */
export function beginEditing(
  opened: Opened,
  journal: Journal,
  language: string,
  guests: readonly Guest[] = GUESTS.all,
): EditorSession {
  const person = currentSession()?.user;
  const personId = person?.id ?? 'nobody';
  const store = createEditorStore(opened.saved);
  const shared = {
    opened,
    store,
    personId,
    ...createAnnouncer(),
    ...createMissing(opened),
    publicState: createStore(() => opened.publicState),
    merges: createStore(() => 0),
    writtenHere: new Set<string>(),
    news: createStore(() => NO_NEWS),
  };
  const saver = createSessionSaver(shared, {
    stored: (saved, answer) => eachGuest(guests, ({ stored }) => stored?.(session, saved, answer)),
    refused: (error) => void eachGuest(guests, ({ refused }) => refused?.(session, error)),
  });
  const restored = restoreJournal({ store, saver, opened }, journal);
  const files = createPendingFiles();
  const hasFiles = () => files.state.getState().size > 0;
  const keeper = createJournalKeeper(store, saver, journal, hasFiles);
  const undoStorage = openUndoStorage(personId, opened.id);
  restoreUndo(store, undoStorage, opened);
  const rights = createStore<Rights>(() => ALL_RIGHTS);
  const stopping: (() => void)[] = [];
  const session: EditorSession = {
    ...shared,
    ...restored,
    ...createPlaces(),
    saver,
    files,
    rights,
    ...rightsNow(rights.getState),
    parts: createStore(() => NO_PARTS),
    offers: createStore<readonly BlockOffer[]>(() => []),
    isContributor: person?.attributes.role === 'contributor',
    blockRenderer: createBlockRenderer(),
    schoolDates: createStore(() => NO_DATES),
    language,
    isRightToLeft: isRightToLeft(language),
    durability: keeper.state,
    noteForHistory: (added) => saver.noteForHistory(added),
    notifyGuests(event) {
      for (const { received } of guests) guarded(() => received?.(session, event));
    },
    wordsBeforeDeleting: (block) =>
      guests.map(({ beforeDeleting }) => guarded(() => beforeDeleting?.(session, block)) ?? '').join(''),
    hasUnsaved: () => hasFiles() || keeper.hasUnsaved(),
    start() {
      const saving = [keeper.start(), persistUndo(store, saver, undoStorage), followChanges(session)];
      const started = guests.map(({ start }) => guarded(() => start?.(session)));
      return () => {
        for (const stop of [...started, ...saving, ...stopping.splice(0)]) guarded(() => stop?.());
        saver.dispose();
        session.blockRenderer.dispose();
      };
    },
    onStop: (run) => void stopping.push(run),
  };
  // Not guarded: without its limits a person could do more than they may.
  for (const { open } of guests) open?.(session);
  guardStore(store, session);
  return session;
}

/** The person's place on the canvas, and their actions there. */
function createPlaces() {
  return {
    asking: createStore<'in-a-pause' | 'now' | 'later'>(() => 'in-a-pause'),
    drag: createDragStore(),
    caret: createCaretStore(),
    typing: createStore<Editor | null>(() => null),
    stepsUndone: { current: 0 },
    insertion: createInsertionStore(),
    lastLeft: { current: null },
    view: createStore<View>(() => 'desktop'),
    panels: createStore<readonly string[]>(() => []),
    question: createStore<ReactNode>(() => null),
    isPickerOpen: createStore(() => false),
  };
}

function createAnnouncer(): Pick<EditorSession, 'announcement' | 'announce'> {
  const announcement = createStore(() => '');
  return {
    announcement,
    // Screen readers do not repeat an unchanged text: a no-break space makes it differ.
    announce: (words) =>
      announcement.setState((before) => (before === words ? `${words}\u00a0` : words), true),
  };
}

function createMissing({ missing: known }: Opened): Pick<EditorSession, 'missing' | 'noteMissing'> {
  const missing = createStore<MissingFiles>(() => new Set(known));
  return {
    missing,
    noteMissing(files) {
      const before = missing.getState();
      if (files.some((file) => !before.has(file))) missing.setState(new Set([...before, ...files]), true);
    },
  };
}

/** Rights that are looked up at each call. */
function rightsNow(rights: () => Rights): Rights {
  return {
    rightAt: (name) => rights().rightAt(name),
    mayBecome: (document) => rights().mayBecome(document),
    mayRename: () => rights().mayRename(),
    refuse: (again) => rights().refuse(again),
  };
}

/** Saves and draws each change, until the returned function is called. */
function followChanges({ store, saver, blockRenderer }: EditorSession): () => void {
  const onReturnOfNetwork = () => {
    void saver.flush();
    blockRenderer.retry();
  };
  window.addEventListener('online', onReturnOfNetwork);
  const stops = [
    store.subscribe((state) => saver.update(toSave(state, saver.last()))),
    store.subscribe((state, before) => renderWorkingCopies(blockRenderer, state, before)),
    () => window.removeEventListener('online', onReturnOfNetwork),
  ];
  saver.update(toSave(store.getState(), saver.last()));
  return () => {
    for (const stop of stops) stop();
  };
}

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
