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

/** What may be lost at most when a browser ends without a word, in milliseconds. */
const MOST_LOST = 1000;
const KEYSTROKE = 100;
const KEY = 'journal:me:one:tab';

const opened: Opened = {
  id: '0b9c2a0e-6a0e-4c55-9d0e-2f4c1d0c8a11',
  saved: columnsOf(['a'], []),
  version: 3,
  at: new Date(),
  standing: 'draft',
  footerText: '',
  missing: [],
};

/** The newsletter in a tab that knows nothing but what the browser's storage holds. */
async function openTab(given?: Journal): Promise<{ editing: Editing; stop: () => void }> {
  const editing = beginEditing(opened, given ?? (await openJournal(webStorageStore, KEY)), 'en');
  return { editing, stop: editing.start() };
}
const kept = async (): Promise<Entry | null> => (await openJournal(webStorageStore, KEY)).left;

const textIn = (block: Block | null | undefined) => (block ? textsOf(block)[0]?.text : undefined) ?? '';

const wordsOf = ({ store }: Editing): string => {
  const { drafts, document } = store.getState();
  const block = drafts.a ?? document.columns[0]?.[0];
  return textIn(block);
};

/** What a tab finds that is opened now. The one before has not been told: it is as if it had crashed. */
async function leftHere(): Promise<string> {
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

describe('a tab that ends without a word', () => {
  it('has lost a second of typing at most, also of somebody who never pauses', async () => {
    const { editing, stop } = await openTab();
    const typed: string[] = [''];
    for (let time = 0; time < 4 * MOST_LOST; time += KEYSTROKE) {
      const words = `${typed.length} keystrokes`;
      typed.push(words);
      act(editing.store, edit, 'a', { text: words });
      await vi.advanceTimersByTimeAsync(KEYSTROKE);
      const draft = (await kept())?.drafts.a;
      const found = textIn(draft);
      expect(typed.length - 1 - typed.lastIndexOf(found)).toBeLessThanOrEqual(MOST_LOST / KEYSTROKE);
    }
    await vi.advanceTimersByTimeAsync(MOST_LOST);
    expect(await leftHere()).toBe(typed.at(-1));
    stop();
  });

  it('keeps what was saved in it until the server has acknowledged that, and no longer', async () => {
    const { editing, stop } = await openTab();
    act(editing.store, (state) => ({
      document: { ...state.document, columns: [[headingNamed('a', 'Not on the server yet')], []] },
    }));
    void editing.saver.flush();
    await vi.advanceTimersByTimeAsync(MOST_LOST);
    expect(await leftHere()).toBe('Not on the server yet');
    const { title, document, fresh } = editing.store.getState();
    editing.saver.accept({ title, document, fresh }, 4, new Date());
    await vi.advanceTimersByTimeAsync(MOST_LOST);
    expect(await kept()).toBeNull();
    stop();
  });
});
