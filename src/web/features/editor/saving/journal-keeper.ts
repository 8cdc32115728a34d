import { createStore, type StoreApi } from 'zustand/vanilla';
import type { SaveState } from '#web/features/editor/kernel/save-state.ts';
import type { JournalDurability, Saver } from '#web/features/editor/kernel/saver.ts';
import { savedPart, unfinishedBlocks } from '#web/features/editor/kernel/state/editor-state.ts';
import type { EditorStore } from '#web/features/editor/kernel/state/editor-store.ts';
import type { Journal, JournalEntry } from './journal.ts';

/** Delay between a change and writing it, in milliseconds; a second later it is on the disk. */
const DELAY = 250;

/** Writes the journal while a newsletter is edited. */
export interface JournalKeeper {
  readonly state: StoreApi<JournalDurability>;
  /** Whether anything except files is not yet on the server. */
  hasUnsaved(): boolean;
  /** Starts writing; returns a function that stops it. */
  start(): () => void;
}

export function createJournalKeeper(
  store: EditorStore,
  saver: Saver,
  journal: Journal,
  hasFiles: () => boolean,
): JournalKeeper {
  const best = journal.isDurable ? 'durable' : 'page';
  const state = createStore<JournalDurability>(() => best);
  const writer = createWriter(async () => {
    try {
      if (hasUnsaved()) await journal.write(unsavedEntry(store, saver));
      else await journal.clear();
      state.setState(best, true);
    } catch {
      state.setState('refused', true);
    }
  });

  function hasUnsaved(): boolean {
    // `getState` first: it takes in the words typed last, and so updates the saver.
    const now = store.getState();
    return saver.state.getState().step !== 'saved' || unfinishedBlocks(now).length > 0;
  }
  // A save may be stored although no answer comes: its content is written first, so that it is recognised as one's own.
  function writeBefore({ step }: SaveState): void {
    if (step === 'saving' && !writer.isWriting()) writer.now();
    else writer.soon();
  }
  function writeRest(): void {
    store.settle();
    if (writer.isDue()) writer.now();
  }
  function warn(event: BeforeUnloadEvent): void {
    writeRest();
    if (hasFiles() || store.getState().isTitleUnfinished || hasUnsaved()) event.preventDefault();
  }

  return {
    state,
    hasUnsaved,
    start() {
      const stops = [
        store.subscribe(writer.soon),
        saver.state.subscribe(writeBefore),
        journal.onTaken(writer.now),
      ];
      const page = new AbortController();
      const { signal } = page;
      window.addEventListener('beforeunload', warn, { signal });
      window.addEventListener('pagehide', writeRest, { signal });
      document.addEventListener('visibilitychange', writeRest, { signal });
      return () => {
        writeRest();
        page.abort();
        for (const stop of stops) stop();
      };
    },
  };
}

function unsavedEntry(store: EditorStore, saver: Saver): JournalEntry {
  const now = store.getState();
  return {
    ...savedPart(now),
    workingCopies: now.workingCopies,
    version: saver.version(),
    base: saver.base(),
    sent: saver.sent(),
    notes: saver.notes(),
  };
}

/** Runs `write`, which never rejects: at once, or `DELAY` after the first request, and once more for requests during a write. */
function createWriter(write: () => Promise<void>) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isWriting = false;
  // Something changed during a write, which can take long on a slow disk.
  let hasNewChanges = false;
  async function run(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    isWriting = true;
    hasNewChanges = false;
    await write();
    isWriting = false;
    if (hasNewChanges) soon();
  }
  // A running timer is not reset, so that continuous typing is written as well.
  function soon(): void {
    if (isWriting) hasNewChanges = true;
    else timer ??= setTimeout(now, DELAY);
  }
  const now = () => void run();
  return {
    now,
    soon,
    isWriting: () => isWriting,
    isDue: () => timer !== undefined || hasNewChanges,
  };
}
