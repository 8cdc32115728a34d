import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Block } from '#newsletter/document/document.ts';
import { textsOf } from '#newsletter/document/traits.ts';
import { type Entry, type Journal, openJournal } from '#web/features/editor/saving/journal.ts';
import { webStorageStore } from '#web/features/editor/saving/journal-store.ts';
import type { Opened } from '#web/features/editor/saving/newsletter-calls.ts';
import { edit } from '#web/features/editor/state/editor-state.ts';
import { act } from '#web/features/editor/state/editor-store.ts';
import { beginEditing, type Editing } from './editing.ts';
import { columnsOf, headingNamed } from './test-documents.ts';

/** How much typing a crash may lose at most, in milliseconds. */
const MAX_LOST = 1000;
const KEYSTROKE = 100;
const KEY = 'journal:me:one:tab';

const opened: Opened = {
  id: '0b9c2a0e-6a0e-4c55-9d0e-2f4c1d0c8a11',
  saved: columnsOf(['a'], []),
  version: 3,
  at: new Date(),
  publicState: 'draft',
  footerText: '',
  missing: [],
  carriedOver: null,
};

/** Opens the newsletter in a new tab with the browser's storage. */
async function openTab(given?: Journal): Promise<{ editing: Editing; stop: () => void }> {
  const editing = beginEditing(opened, given ?? (await openJournal(webStorageStore, KEY)), 'en');
  return { editing, stop: editing.start() };
}
const storedEntry = async (): Promise<Entry | null> => (await openJournal(webStorageStore, KEY)).recovered;

const textIn = (block: Block | null | undefined) => (block ? textsOf(block)[0]?.text : undefined) ?? '';

const wordsOf = ({ store }: Editing): string => {
  const { workingCopies, document } = store.getState();
  const block = workingCopies.a ?? document.columns[0]?.[0];
  return textIn(block);
};

/** The text in a tab that is opened now, as after a crash of the tab before. */
async function reopenedText(): Promise<string> {
  const { editing, stop } = await openTab();
  const words = wordsOf(editing);
  stop();
  return words;
}

beforeEach(() => {
  vi.useFakeTimers();
  // The server does not answer.
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
});

describe('a tab that crashes', () => {
  it('loses a second of typing at most, even if somebody never pauses', async () => {
    const { editing, stop } = await openTab();
    const typed: string[] = [''];
    for (let time = 0; time < 4 * MAX_LOST; time += KEYSTROKE) {
      const words = `${typed.length} keystrokes`;
      typed.push(words);
      act(editing.store, edit, 'a', { text: words });
      await vi.advanceTimersByTimeAsync(KEYSTROKE);
      const workingCopy = (await storedEntry())?.workingCopies.a;
      const found = textIn(workingCopy);
      expect(typed.length - 1 - typed.lastIndexOf(found)).toBeLessThanOrEqual(MAX_LOST / KEYSTROKE);
    }
    await vi.advanceTimersByTimeAsync(MAX_LOST);
    expect(await reopenedText()).toBe(typed.at(-1));
    stop();
  });

  it('keeps saved changes until the server has acknowledged them', async () => {
    const { editing, stop } = await openTab();
    act(editing.store, (state) => ({
      document: { ...state.document, columns: [[headingNamed('a', 'Not on the server yet')], []] },
    }));
    void editing.saver.flush();
    await vi.advanceTimersByTimeAsync(MAX_LOST);
    expect(await reopenedText()).toBe('Not on the server yet');
    const { title, document, fresh } = editing.store.getState();
    editing.saver.accept({ title, document, fresh }, 4, new Date());
    await vi.advanceTimersByTimeAsync(MAX_LOST);
    expect(await storedEntry()).toBeNull();
    stop();
  });
});
