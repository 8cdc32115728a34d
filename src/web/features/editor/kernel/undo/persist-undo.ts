import type { Opened } from '#web/features/editor/kernel/opened.ts';
import type { Saver } from '#web/features/editor/kernel/saver.ts';
import { isSameContent, type Saved, savedPart } from '#web/features/editor/kernel/state/editor-state.ts';
import type { EditorStore } from '#web/features/editor/kernel/state/editor-store.ts';
import { currentSession } from '#web/session/session.ts';
import type { StoredSteps, UndoStorage } from './undo-storage.ts';

/** Delay between a step and writing it, in milliseconds. */
const WRITE_DELAY = 250;

/** Restores the steps that this tab has stored if they match the current state; otherwise deletes them. */
export function restoreUndo(store: EditorStore, undoStorage: UndoStorage, opened: Opened): void {
  const now = savedPart(store.getState());
  const stored = undoStorage.read(now);
  if (stored === null) return;
  // A save whose answer was lost has raised the version without changing the content.
  const isOurs = stored.version === opened.version || isSameContent(stored.present, opened.saved);
  if (isOurs && isSameContent(stored.present, now))
    store.temporal.setState({ pastStates: [...stored.past], futureStates: [...stored.future] });
  else undoStorage.clear();
}

/** Stores the steps, so that they survive a reload; returns a function that stops it. */
export function persistUndo(store: EditorStore, saver: Saver, undoStorage: UndoStorage): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;

  function write(): void {
    clearTimeout(timer);
    timer = undefined;
    // After signing out, nothing is written.
    if (currentSession() !== null) undoStorage.write(stepsOf(store, saver.version()));
  }
  function writeSoon(): void {
    timer ??= setTimeout(write, WRITE_DELAY);
  }
  function writeNow(): void {
    if (timer !== undefined) write();
  }
  const stopHistory = store.temporal.subscribe(writeSoon);
  const stopSaver = saver.state.subscribe((now, before) => {
    if (now.at !== before.at) writeSoon();
  });
  window.addEventListener('pagehide', writeNow);
  return () => {
    writeNow();
    stopHistory();
    stopSaver();
    window.removeEventListener('pagehide', writeNow);
  };
}

function stepsOf(store: EditorStore, version: number): StoredSteps {
  const { pastStates, futureStates } = store.temporal.getState();
  return {
    past: pastStates.flatMap(wholeState),
    present: savedPart(store.getState()),
    future: futureStates.flatMap(wholeState),
    version,
  };
}

// The library's type allows partial states; this store keeps whole ones.
function wholeState({ title, document, fresh }: Partial<Saved>): Saved[] {
  return title === undefined || document === undefined || fresh === undefined
    ? []
    : [{ title, document, fresh }];
}
