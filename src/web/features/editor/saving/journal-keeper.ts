import { createStore, type StoreApi } from 'zustand/vanilla';
import { savedPart, unfinishedBlocks } from '#web/features/editor/kernel/editor-state.ts';
import type { EditorStore } from '#web/features/editor/kernel/editor-store.ts';
import type { Journal } from './journal.ts';
import type { SaveState } from './save-state.ts';
import type { Saver } from './saver.ts';

/** Delay between a change and writing it, in milliseconds; a second later it is on the disk. */
const DELAY = 250;

/** How safely this browser keeps a copy of what is not on the server. */
export type JournalDurability =
  /** On the disk: a killed browser or a power cut loses a second of typing at most. */
  | 'durable'
  /** Without IndexedDB: a closed or reloaded page loses nothing, a killed browser up to a minute. */
  | 'page'
  /** Writing failed: unsaved changes exist only in this page. */
  | 'refused';

/** Writes the journal while a newsletter is edited. */
export interface JournalKeeper {
  readonly state: StoreApi<JournalDurability>;
  /** Whether anything except files is not on the server yet. */
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
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isWriting = false;
  // Something changed during a write, which can take long on a slow disk.
  let hasNewChanges = false;

  function hasUnsaved(): boolean {
    // First what was typed last: the saver hears of it then.
    const now = store.getState();
    return saver.state.getState().step !== 'saved' || unfinishedBlocks(now).length > 0;
  }
  async function write(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    isWriting = true;
    hasNewChanges = false;
    try {
      const now = store.getState();
      if (hasUnsaved())
        await journal.write({
          ...savedPart(now),
          workingCopies: now.workingCopies,
          version: saver.version(),
          base: saver.base(),
          sent: saver.sent(),
          notes: saver.notes(),
        });
      else await journal.clear();
      state.setState(best, true);
    } catch {
      state.setState('refused', true);
    }
    isWriting = false;
    if (hasNewChanges) writeSoon();
  }
  // A running timer is not reset, so that continuous typing is written as well.
  function writeSoon(): void {
    if (isWriting) hasNewChanges = true;
    else timer ??= setTimeout(() => void write(), DELAY);
  }
  // What is sent may be stored although no answer comes: known as one's own, it is nobody else's.
  function writeBefore(step: SaveState['step']): void {
    if (step === 'saving' && !isWriting) void write();
    else writeSoon();
  }
  function writeNow(): void {
    store.settle();
    if (timer !== undefined || hasNewChanges) void write();
  }
  function warn(event: BeforeUnloadEvent): void {
    writeNow();
    if (hasFiles() || store.getState().isTitleUnfinished || hasUnsaved()) event.preventDefault();
  }

  return {
    state,
    hasUnsaved,
    start() {
      const stopStore = store.subscribe(writeSoon);
      const stopSaver = saver.state.subscribe(({ step }) => writeBefore(step));
      const stopJournal = journal.onTaken(() => void write());
      window.addEventListener('beforeunload', warn);
      window.addEventListener('pagehide', writeNow);
      document.addEventListener('visibilitychange', writeNow);
      return () => {
        writeNow();
        stopStore();
        stopSaver();
        stopJournal();
        window.removeEventListener('beforeunload', warn);
        window.removeEventListener('pagehide', writeNow);
        document.removeEventListener('visibilitychange', writeNow);
      };
    },
  };
}
