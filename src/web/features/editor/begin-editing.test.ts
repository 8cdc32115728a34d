import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import type { Block } from '#newsletter/document/document.ts';
import { textsOf } from '#newsletter/document/traits.ts';
import { headingNamed, twoColumns } from '#test/support/editor/documents.ts';
import type { EditorSession } from '#web/features/editor/kernel/editor-session.ts';
import type { Opened } from '#web/features/editor/kernel/opened.ts';
import { addNew, edit, saveChanges } from '#web/features/editor/kernel/state/editor-state.ts';
import { act, redo, undo } from '#web/features/editor/kernel/state/editor-store.ts';
import { listUnsavedBlocks } from '#web/features/editor/kernel/unsaved-blocks.ts';
import { type Journal, type JournalEntry, openJournal } from '#web/features/editor/saving/journal.ts';
import { webStorageStore } from '#web/features/editor/saving/journal-store.ts';
import { beginEditing } from './begin-editing.ts';

/** How much typing a crash may lose at most, in milliseconds. */
const MAX_LOST = 1000;
const KEYSTROKE = 100;
const sentNewsletter = z.object({
  title: z.string(),
  code: z.array(z.looseObject({ name: z.string(), value: z.looseObject({ text: z.string() }).nullable() })),
});
const KEY = 'journal:me:one:tab';

const opened: Opened = {
  id: '0b9c2a0e-6a0e-4c55-9d0e-2f4c1d0c8a11',
  saved: twoColumns(['a'], []),
  version: 3,
  at: new Date(),
  publicState: 'draft',
  footerText: '',
  missing: [],
  carriedOver: null,
};

const theirAttributes = {
  body: '',
  layout_type: 'two_columns_center',
  design: null,
  colours: null,
  issue_date: null,
  status: 'draft',
  slug: null,
  has_unpublished_changes: false,
  created_at: '2026-10-01T10:00:00.000Z',
  updated_at: '2026-10-01T10:00:00.000Z',
  footerContent: '',
  carried_over: null,
  missing_files: [],
  published_at: null,
};

/** The journal entry of a tab that had changed nothing. */
const FOUND: JournalEntry = {
  ...opened.saved,
  version: opened.version,
  base: opened.saved,
  sent: [],
  notes: { restores: false, givenUp: [], kept: [] },
  workingCopies: {},
};

/** Opens the newsletter in a new tab with the browser's storage. */
async function openTab(given?: Journal): Promise<{ editing: EditorSession; stop: () => void }> {
  const editing = beginEditing(opened, given ?? (await openJournal(webStorageStore, KEY)), 'en');
  return { editing, stop: editing.start() };
}
const storedEntry = async (): Promise<JournalEntry | null> =>
  (await openJournal(webStorageStore, KEY)).recovered;

const textIn = (block: Block | null | undefined) => (block ? textsOf(block)[0]?.text : undefined) ?? '';

const wordsOf = ({ store }: EditorSession): string => {
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
  it('is saved anew while a save that was undone may still arrive', async () => {
    const sent: unknown[] = [];
    vi.stubGlobal('fetch', (_address: string, { method, body }: RequestInit = {}) => {
      if (method === 'PATCH' && typeof body === 'string') sent.push(JSON.parse(body).news_letter);
      return new Promise(() => undefined);
    });
    const journal = await openJournal(webStorageStore, KEY);
    const undone = { ...opened.saved, document: twoColumns([], []).document };
    const { stop } = await openTab({ ...journal, recovered: { ...FOUND, sent: [undone] } });
    await vi.advanceTimersByTimeAsync(8000);
    expect(sent).toEqual([expect.objectContaining({ version: 3, code: [expect.anything()] })]);
    stop();
  });

  it('sends what was given up once it is open again, although nothing else has changed', async () => {
    const sent: unknown[] = [];
    vi.stubGlobal('fetch', (_address: string, { method, body }: RequestInit = {}) => {
      if (method === 'PATCH' && typeof body === 'string') sent.push(JSON.parse(body).news_letter);
      return new Promise(() => undefined);
    });
    const { editing, stop } = await openTab();
    const givenUp = [{ ...opened.saved, title: 'Given up' }];
    editing.noteForHistory({ givenUp });
    // It dies while the save is on its way.
    await vi.advanceTimersByTimeAsync(8000);
    stop();
    const again = await openTab();
    await vi.advanceTimersByTimeAsync(8000);
    const save = expect.objectContaining({ given_up: [expect.objectContaining({ title: 'Given up' })] });
    expect(sent).toEqual([save, save]);
    again.stop();
  });

  it('undoes what was restored, and not what others have stored since', async () => {
    const base = { ...opened.saved, title: 'Before' };
    const journal = await openJournal(webStorageStore, KEY);
    const recovered = { ...FOUND, title: 'Mine', version: 2, base };
    const { editing, stop } = await openTab({ ...journal, recovered });
    undo(editing.store);
    expect(editing.store.getState().title).toBe('Before');
    redo(editing.store);
    expect(editing.store.getState().title).toBe('Mine');
    stop();
  });

  it('tells nothing of what the server has already, as only its answer was lost', async () => {
    const journal = await openJournal(webStorageStore, KEY);
    const begun = { ...FOUND, version: 2, base: { ...opened.saved, title: 'Before' }, sent: [opened.saved] };
    const messagesFor = async (given: Partial<Journal>) => {
      const { editing, stop } = await openTab({ ...journal, ...given });
      stop();
      return [editing.isRestored, editing.hasMoreUnsaved];
    };
    expect(await messagesFor({ recovered: begun, abandoned: [begun] })).toEqual([false, false]);
    expect(await messagesFor({ recovered: { ...begun, title: 'Mine' }, abandoned: [] })).toEqual([
      true,
      false,
    ]);
    expect(await messagesFor({ abandoned: [begun, { ...begun, title: 'Mine' }] })).toEqual([false, true]);
  });

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

  it('loses nothing by a guest that fails', async () => {
    const shown = vi.spyOn(console, 'error').mockReturnValue();
    const fails = () => {
      throw new Error('A fault of this guest');
    };
    const journal = await openJournal(webStorageStore, KEY);
    const broken = { name: 'broken', start: fails, received: fails, beforeDeleting: fails };
    const editing = beginEditing(opened, journal, 'en', [broken, { name: 'stuck', start: () => fails }]);
    const stop = editing.start();
    expect(editing.wordsBeforeDeleting('a')).toBe('');
    editing.notifyGuests({ event: 'noted' });
    act(editing.store, edit, 'a', { text: 'Typed' });
    await vi.advanceTimersByTimeAsync(MAX_LOST);
    act(editing.store, edit, 'a', { text: 'Typed last' });
    stop();
    expect(await reopenedText()).toBe('Typed last');
    expect(shown).toHaveBeenCalledTimes(4);
    shown.mockRestore();
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

describe('a block that the server refuses', () => {
  /** A server that refuses blocks with these words; `stored` has the blocks that it has taken. */
  function refusingServer(words: string) {
    const stored: Record<string, string>[] = [];
    let version = opened.version;
    vi.stubGlobal('fetch', async (_address: string, { method, body }: RequestInit = {}) => {
      if (method !== 'PATCH' || typeof body !== 'string') return await new Promise(() => undefined);
      const { code, title } = z.object({ news_letter: sentNewsletter }).parse(JSON.parse(body)).news_letter;
      const index = code.findIndex(({ value }) => value?.text === words);
      if (index >= 0) {
        const errors = { [`code.${index}.value.text`]: ['Refused'] };
        return Response.json({ error_message: 'Please check', errors }, { status: 400 });
      }
      stored.push(Object.fromEntries(code.map(({ name, value }) => [name, value?.text ?? ''])));
      version += 1;
      const attributes = { ...theirAttributes, title, code, version };
      return Response.json({ news_letter: { data: { id: opened.id, type: 'news_letter', attributes } } });
    });
    return stored;
  }

  it('stays behind alone, in the journal, until it is changed', async () => {
    const stored = refusingServer('Bad');
    const { editing, stop } = await openTab();
    const { store, saver } = editing;
    act(store, addNew, headingNamed('b', 'Clubs'));
    act(store, saveChanges, headingNamed('b', 'Clubs'));
    act(store, saveChanges, headingNamed('a', 'Bad'));
    expect(await saver.flush()).toBe(true);
    expect(stored).toEqual([{ a: 'a', b: 'Clubs' }]);
    expect(listUnsavedBlocks(editing)).toEqual([
      {
        name: 'a',
        label: 'Heading 1',
        isUploading: false,
        problem: { path: 'text', message: 'Refused' },
        rows: [],
      },
    ]);
    // Everything else goes on being saved, once each.
    act(store, edit, 'b', { text: 'Clubs today' });
    expect(await saver.flush()).toBe(true);
    expect(stored.slice(1)).toEqual([{ a: 'a', b: 'Clubs today' }]);
    await vi.advanceTimersByTimeAsync(MAX_LOST);
    expect(textIn((await storedEntry())?.workingCopies.a)).toBe('Bad');
    act(store, edit, 'a', { text: 'Good' });
    await vi.advanceTimersByTimeAsync(8000);
    expect(stored.at(-1)).toEqual({ a: 'Good', b: 'Clubs today' });
    expect(saver.state.getState().step).toBe('saved');
    stop();
  });

  it('is not sent again by itself if it is new, also after a crash', async () => {
    const { stop } = await openTab().then(({ editing, ...rest }) => {
      act(editing.store, addNew, headingNamed('b', 'Bad'));
      act(editing.store, saveChanges, headingNamed('b', 'Bad'));
      return rest;
    });
    // No answer comes.
    await vi.advanceTimersByTimeAsync(8000);
    stop();
    const stored = refusingServer('Bad');
    const { editing, stop: stopAgain } = await openTab();
    act(editing.store, edit, 'a', { text: 'Autumn' });
    await vi.advanceTimersByTimeAsync(8000);
    expect(stored).toEqual([{ a: 'Autumn' }]);
    expect(editing.saver.state.getState().step).toBe('saved');
    expect(listUnsavedBlocks(editing).map(({ name }) => name)).toEqual(['b']);
    stopAgain();
  });
});
