import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { twoColumns } from '#test/support/editor/documents.ts';
import { edit, savedPart } from '#web/features/editor/kernel/state/editor-state.ts';
import { act, createEditorStore } from '#web/features/editor/kernel/state/editor-store.ts';
import type { Journal, JournalEntry } from './journal.ts';
import { createJournalKeeper } from './journal-keeper.ts';
import { createSaver } from './saver.ts';
import { toSave } from './to-save.ts';

beforeEach(() => {
  vi.useFakeTimers();
  // No more frames come.
  vi.stubGlobal('requestAnimationFrame', () => 0);
  vi.stubGlobal('cancelAnimationFrame', () => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A keeper with nothing to write, and a typed word that waits for its frame. */
function keeperWithLateWord() {
  const store = createEditorStore(twoColumns(['a'], ['b']));
  const opened = { saved: savedPart(store.getState()), version: 1, at: new Date() };
  const saver = createSaver(opened, () => new Promise(() => undefined));
  store.subscribe((state) => saver.update(toSave(state, saver.last())));
  const written: JournalEntry[] = [];
  const journal: Journal = {
    recovered: null,
    abandoned: [],
    isDurable: true,
    write: async (entry) => void written.push(entry),
    clear: async () => undefined,
    onTaken: () => () => undefined,
  };
  const keeper = createJournalKeeper(store, saver, journal, () => false);
  const stop = keeper.start();
  store.later(() => act(store, edit, 'a', { text: 'typed' }));
  const words = () => written.map(({ workingCopies }) => workingCopies.a?.value);
  return { keeper, stop, words };
}

it('writes what was typed last when the page is closed', () => {
  const { stop, words } = keeperWithLateWord();
  window.dispatchEvent(new Event('pagehide'));
  expect(words()).toEqual([{ text: 'typed' }]);
  stop();
});

it('writes what was typed last when the editor is left', () => {
  const { stop, words } = keeperWithLateWord();
  stop();
  expect(words()).toEqual([{ text: 'typed' }]);
});

it('knows that what was typed last is not saved', () => {
  const { keeper, stop } = keeperWithLateWord();
  expect(keeper.hasUnsaved()).toBe(true);
  stop();
});
