import { createStore, type StoreApi } from 'zustand/vanilla';
import { savedPart } from '#web/features/editor/state/editor-state.ts';
import type { EditorStore } from '#web/features/editor/state/editor-store.ts';
import type { Journal } from './journal.ts';
import type { Saver } from './saver.ts';

/** How soon after a change it is on its way into the journal, in milliseconds: a second later it is on the disk. */
const DELAY = 250;

/** Whether this browser keeps a copy of what is not on the server. */
export type JournalDurability =
  /** It is on the disk, or about to be: a killed browser and a power cut lose a second of typing at most. */
  | 'durable'
  /** Where the browser has no database: a closed or reloaded page loses nothing, a killed browser up to a minute. */
  | 'page'
  /** The browser does not take it: all that is not saved is in this page alone. */
  | 'refused';

/** Keeps the journal of what is edited up to date. */
export interface JournalKeeper {
  readonly state: StoreApi<JournalDurability>;
  /** Whether something is not on the server yet, files aside. */
  hasUnsaved(): boolean;
  /** Begins; returns what ends it. */
  start(): () => void;
}

export function createJournalKeeper(
  store: EditorStore,
  saver: Saver,
  journal: Journal,
  hasFiles: () => boolean,
): JournalKeeper {
  const usual = journal.isDurable ? 'durable' : 'page';
  const state = createStore<JournalDurability>(() => usual);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isWriting = false;
  // What has changed since a write began, which a slow disk may take its time for.
  let isBehind = false;

  function hasUnsaved(): boolean {
    const { drafts, fresh } = store.getState();
    return saver.state.getState().step !== 'saved' || Object.keys(drafts).length > 0 || fresh.length > 0;
  }
  async function write(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    isWriting = true;
    isBehind = false;
    try {
      const now = store.getState();
      if (hasUnsaved())
        await journal.write({ ...savedPart(now), drafts: now.drafts, version: saver.version() });
      else await journal.clear();
      state.setState(usual, true);
    } catch {
      state.setState('refused', true);
    }
    isWriting = false;
    if (isBehind) writeSoon();
  }
  // Not put off again by every keystroke: what is typed on and on is kept as well.
  function writeSoon(): void {
    if (isWriting) isBehind = true;
    else timer ??= setTimeout(() => void write(), DELAY);
  }
  function writeNow(): void {
    if (timer !== undefined || isBehind) void write();
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
      const stopSaver = saver.state.subscribe(writeSoon);
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
