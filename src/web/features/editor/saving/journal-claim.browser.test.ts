import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { edit, savedPart } from '#web/features/editor/state/editor-state.ts';
import { act, createEditorStore } from '#web/features/editor/state/editor-store.ts';
import { columnsOf } from '#web/features/editor/test-documents.ts';
import { type Entry, openJournal } from './journal.ts';
import { claimJournal } from './journal-claim.ts';
import { webStorageStore } from './journal-store.ts';
import { emptyStores, STORES } from './journal-test-stores.ts';

/** A heading with these words being typed. */
function typing(words: string): Entry {
  const store = createEditorStore(columnsOf(['a'], []));
  act(store, edit, 'a', { text: words });
  return { ...savedPart(store.getState()), drafts: store.getState().drafts, version: 1 };
}
function wordsIn(entry: Entry | null): unknown {
  return entry?.drafts.a?.value;
}

/** A tab: what it claims, and how it goes. Each has a `sessionStorage` of its own, empty at first. */
async function openTab(person = 'me', newsletter = 'one', session?: Record<string, string>) {
  sessionStorage.clear();
  for (const [key, text] of Object.entries(session ?? {})) sessionStorage.setItem(key, text);
  const closing = new AbortController();
  onTestFinished(() => closing.abort());
  const journal = await claimJournal(person, newsletter, closing.signal);
  const kept = { ...sessionStorage };
  const [key = ''] = Object.values(kept);
  const goAway = async () => {
    closing.abort();
    await navigator.locks.request(key, () => undefined);
  };
  return { journal, key, session: kept, left: wordsIn(journal.left), goAway };
}

function refuseDatabases(): void {
  vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('No databases in this window', 'SecurityError');
  });
}

beforeEach(emptyStores);
beforeEach(() => () => void vi.restoreAllMocks());

describe.each(STORES)('tabs that have one newsletter open, their journals in %s', (name, openStore) => {
  beforeEach(() => {
    if (name === 'the storage') refuseDatabases();
  });

  it('have a journal each', async () => {
    const one = await openTab();
    expect(one.journal.isDurable).toBe(name === 'the database');
    await one.journal.write(typing('in the first'));
    const two = await openTab();
    expect(two.left).toBeUndefined();
    await two.journal.write(typing('in the second'));
    await two.journal.clear();
    expect(wordsIn((await openJournal(await openStore(), one.key)).left)).toEqual({ text: 'in the first' });
  });

  it('take over what one that is gone has left, once', async () => {
    const one = await openTab();
    await one.journal.write(typing('in the first'));
    await one.goAway();
    const two = await openTab();
    expect(two.left).toEqual({ text: 'in the first' });
    expect((await openTab()).left).toBeUndefined();
    await two.journal.clear();
    expect((await (await openStore()).find('journal:')).size).toBe(0);
  });

  it('get their own back after a reload, and the newest where they have none; nothing else is touched', async () => {
    const now = vi.spyOn(Date, 'now');
    const tabs = [];
    for (const [time, words] of [
      [1000, 'in the first'],
      [3000, 'in the second'],
      [2000, 'in the third'],
    ] as const) {
      now.mockReturnValue(time);
      const tab = await openTab();
      await tab.journal.write(typing(words));
      tabs.push(tab);
    }
    now.mockRestore();
    for (const tab of tabs) await tab.goAway();
    const again = await openTab('me', 'one', tabs[0]?.session);
    const others = [await openTab(), await openTab(), await openTab()];
    expect([again, ...others].map(({ left }) => left)).toEqual([
      ...['first', 'second', 'third'].map((tab) => ({ text: `in the ${tab}` })),
      undefined,
    ]);
  });

  it('that are copies of one another do not share', async () => {
    const one = await openTab();
    await one.journal.write(typing('in the first'));
    expect((await openTab('me', 'one', one.session)).left).toBeUndefined();
    expect(wordsIn((await openJournal(await openStore(), one.key)).left)).toEqual({ text: 'in the first' });
  });

  it('see nothing of other people and other newsletters', async () => {
    const one = await openTab();
    await one.journal.write(typing('in the first'));
    await one.goAway();
    expect((await openTab('somebody')).left).toBeUndefined();
    expect((await openTab('me', 'two')).left).toBeUndefined();
    expect((await openTab()).left).toEqual({ text: 'in the first' });
  });

  it('leave what they cannot read, and what the browser has no room for, where it is', async () => {
    const store = await openStore();
    await store.write(new Map([['journal:me:one:broken', 'of a later version']]));
    const one = await openTab();
    await one.journal.write(typing('in the first'));
    await one.goAway();
    const full = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    vi.spyOn(Storage.prototype, 'setItem').mockImplementationOnce(full);
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementationOnce(full);
    expect((await openTab()).left).toBeUndefined();
    vi.restoreAllMocks();
    if (name === 'the storage') refuseDatabases();
    expect((await openTab()).left).toEqual({ text: 'in the first' });
    expect([...(await store.find('journal:me:one:broken')).values()]).toEqual(['of a later version']);
  });

  it('write down anew what a browser without locks has given to another tab', async () => {
    // As on an address without https.
    vi.stubGlobal('navigator', {});
    onTestFinished(() => void vi.unstubAllGlobals());
    const one = await openTab();
    await one.journal.write(typing('in the first'));
    const rewritten = new Promise((resolve) => {
      onTestFinished(one.journal.onTaken(() => resolve(one.journal.write(typing('in the first')))));
    });
    expect((await openTab()).left).toEqual({ text: 'in the first' });
    await rewritten;
    expect(wordsIn((await openJournal(await openStore(), one.key)).left)).toEqual({ text: 'in the first' });
  });
});

describe('a tab of this version', () => {
  it('takes over what an earlier one has left in the storage', async () => {
    const key = 'journal:me:one:earlier';
    await (await openJournal(webStorageStore, key)).write(typing('before the update'));
    const tab = await openTab();
    expect(tab.left).toEqual({ text: 'before the update' });
    expect(tab.journal.isDurable).toBe(true);
    expect(localStorage).toHaveLength(0);
  });
});
