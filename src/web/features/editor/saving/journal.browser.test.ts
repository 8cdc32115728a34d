import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createBlock } from '#newsletter/document/document.ts';
import { headingNamed, namesIn, twoColumns } from '#test/support/editor/documents.ts';
import { emptyStores, STORES } from '#test/support/editor/journal-stores.ts';
import { addNew, type EditorState, edit, savedPart } from '#web/features/editor/kernel/state/editor-state.ts';
import { act, createEditorStore } from '#web/features/editor/kernel/state/editor-store.ts';
import { type JournalEntry, moveEntry, openJournal } from './journal.ts';
import { openDatabaseStore, webStorageStore } from './journal-store.ts';

const KEY = 'journal:me:one:tab';

const BASE = savedPart(createEditorStore(twoColumns(['a', 'b'], ['c'])).getState());
const SENT = [BASE];
const NOTES = { restores: true, givenUp: [BASE], kept: ['a'] };
const entryOf = (state: EditorState, version = 3): JournalEntry => ({
  ...savedPart(state),
  base: BASE,
  sent: SENT,
  notes: NOTES,
  workingCopies: state.workingCopies,
  version,
});

function typedState(): EditorState {
  const store = createEditorStore(twoColumns(['a', 'b'], ['c']));
  act(
    store,
    addNew,
    createBlock('text', () => 'new'),
    { column: 1, slot: 3 },
  );
  act(store, edit, 'new', { html: '<p>half a sen' });
  act(store, edit, 'a', { text: '' });
  return store.getState();
}

beforeEach(emptyStores);

describe.each(STORES)('the journal in %s', (_, openStore) => {
  it('restores everything that was edited, with unfinished blocks and white space', async () => {
    const state = typedState();
    await (await openJournal(await openStore(), KEY)).write(entryOf(state));
    const { recovered } = await openJournal(await openStore(), KEY);
    expect(recovered).toEqual(entryOf(state));
    expect(recovered && namesIn(recovered)).toEqual([
      ['a', 'b'],
      ['c', '-', '-', 'new'],
    ]);
  });

  it('writes the document only after a change or a failed write', async () => {
    const opened = await openStore();
    const written: string[][] = [];
    let isFull = false;
    const journal = await openJournal(
      {
        ...opened,
        write: (changes) => {
          written.push([...changes.keys()]);
          return isFull ? Promise.reject(new Error('full')) : opened.write(changes);
        },
      },
      KEY,
    );
    const store = createEditorStore(twoColumns(['a'], []));
    await journal.write(entryOf(store.getState()));
    act(store, edit, 'a', { text: 'typed' });
    await journal.write(entryOf(store.getState()));
    isFull = true;
    await expect(journal.write(entryOf(store.getState()))).rejects.toThrow('full');
    await journal.write(entryOf(store.getState())).catch(() => undefined);
    expect(written).toEqual([
      [`${KEY}:working`, KEY],
      [`${KEY}:working`],
      [`${KEY}:working`],
      [`${KEY}:working`, KEY],
    ]);
    expect((await openJournal(opened, KEY)).recovered?.workingCopies).toEqual({
      a: headingNamed('a', 'typed'),
    });
  });

  it('is empty once it is cleared', async () => {
    const store = await openStore();
    const journal = await openJournal(store, KEY);
    await journal.write(entryOf(typedState()));
    await journal.clear();
    expect((await store.find('journal:')).size).toBe(0);
  });

  it('ignores incomplete and foreign entries', async () => {
    const store = await openStore();
    await (await openJournal(store, KEY)).write(entryOf(typedState()));
    const whole = JSON.stringify((await store.find(KEY)).get(KEY));
    for (const broken of [
      '{}',
      '[]',
      '7',
      whole.replace('"code"', '"codes"'),
      whole.replace('"heading"', '"other"'),
    ]) {
      await store.write(new Map([[KEY, JSON.parse(broken)]]));
      expect((await openJournal(store, KEY)).recovered).toBeNull();
    }
    // The names that browsers have stored: `drafts` below `:working`.
    for (const [text, found] of [
      [7, {}],
      ['typed', { a: headingNamed('a', 'typed') }],
    ] as const) {
      const value = { ...headingNamed('a', '').value, text };
      const working = { at: 1, drafts: [{ name: 'a', type: 'heading', value }] };
      await store.write(
        new Map([
          [KEY, JSON.parse(whole)],
          [`${KEY}:working`, working],
        ]),
      );
      expect((await openJournal(store, KEY)).recovered?.workingCopies).toEqual(found);
    }
  });

  it('writes all or nothing, and rejects if the browser refuses', async () => {
    const store = await openStore();
    await store.write(new Map([['one', 'before']]));
    failFor('two', Storage.prototype, 'setItem');
    failFor('two', IDBObjectStore.prototype, 'put');
    const writing = store.write(
      new Map<string, unknown>([
        ['one', 'after'],
        ['two', 'after'],
      ]),
    );
    await expect(writing).rejects.toThrow();
    expect([...(await store.find(''))]).toEqual([['one', 'before']]);
  });
});

/** Makes a method throw as if the storage were full when called with one key. */
function failFor(wanted: string, place: object, method: 'setItem' | 'put'): void {
  const before = Reflect.get(place, method);
  Reflect.set(place, method, function (this: unknown, ...given: unknown[]) {
    if (given.includes(wanted)) throw new DOMException('full', 'QuotaExceededError');
    return Reflect.apply(before, this, given);
  });
  onTestFinished(() => void Reflect.set(place, method, before));
}

describe('the journal', () => {
  it('is on the disk before a write resolves', async () => {
    const begun = vi.spyOn(IDBDatabase.prototype, 'transaction');
    const journal = await openJournal(await openDatabaseStore(), KEY);
    expect(journal.isDurable).toBe(true);
    await journal.write(entryOf(typedState()));
    expect(begun).toHaveBeenLastCalledWith('records', 'readwrite', { durability: 'strict' });
    begun.mockRestore();
  });

  it('reconnects after the browser has closed the database', async () => {
    let opened: IDBDatabase | undefined;
    const begin = IDBDatabase.prototype.transaction;
    const begun = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (
      this: IDBDatabase,
      ...given
    ) {
      opened = this;
      return begin.apply(this, given);
    });
    const store = await openDatabaseStore();
    const journal = await openJournal(store, KEY);
    begun.mockRestore();
    opened?.close();
    await journal.write(entryOf(typedState()));
    expect((await openJournal(store, KEY)).recovered).toEqual(entryOf(typedState()));
  });

  it('moves from localStorage, used by earlier versions, to the database', async () => {
    const state = typedState();
    await (await openJournal(webStorageStore, KEY)).write(entryOf(state));
    const to = { store: await openDatabaseStore(), key: `${KEY}2` };
    expect(await moveEntry({ store: webStorageStore, key: KEY }, to)).toBe(true);
    expect((await openJournal(to.store, to.key)).recovered).toEqual(entryOf(state));
    expect(localStorage).toHaveLength(0);
  });
});
