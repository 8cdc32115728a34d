import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { twoColumns } from '#test/support/editor/documents.ts';
import { emptyStores, STORES } from '#test/support/editor/journal-stores.ts';
import { edit, savedPart } from '#web/features/editor/kernel/state/editor-state.ts';
import { act, createEditorStore } from '#web/features/editor/kernel/state/editor-store.ts';
import { type JournalEntry, openJournal } from './journal.ts';
import { claimJournal } from './journal-claim.ts';
import { webStorageStore } from './journal-store.ts';

/** An entry with these words in the working copy of a heading. */
function typing(words: string): JournalEntry {
  const store = createEditorStore(twoColumns(['a'], []));
  act(store, edit, 'a', { text: words });
  const { workingCopies } = store.getState();
  const notes = { restores: false, givenUp: [], kept: [] };
  return { ...savedPart(store.getState()), workingCopies, version: 1, base: null, sent: [], notes };
}
function wordsIn(entry: JournalEntry | null): unknown {
  return entry?.workingCopies.a?.value;
}

/** Opens a tab with its own `sessionStorage`, empty unless given, and claims a journal. */
async function openTab(person = 'me', newsletter = 'one', session?: Record<string, string>) {
  sessionStorage.clear();
  for (const [key, text] of Object.entries(session ?? {})) sessionStorage.setItem(key, text);
  const closing = new AbortController();
  onTestFinished(() => closing.abort());
  const journal = await claimJournal(person, newsletter, closing.signal);
  const kept = { ...sessionStorage };
  const [key = ''] = Object.values(kept);
  const close = async () => {
    closing.abort();
    await navigator.locks.request(key, () => undefined);
  };
  return { journal, key, session: kept, recovered: wordsIn(journal.recovered), close };
}

function refuseDatabases(): void {
  vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('No databases in this window', 'SecurityError');
  });
}

beforeEach(emptyStores);
beforeEach(() => () => void vi.restoreAllMocks());

describe.each(STORES)('tabs with the same newsletter, with journals in %s', (name, openStore) => {
  beforeEach(() => {
    if (name === 'the storage') refuseDatabases();
  });

  it('have a journal each', async () => {
    const one = await openTab();
    expect(one.journal.isDurable).toBe(name === 'the database');
    await one.journal.write(typing('in the first'));
    const two = await openTab();
    expect(two.recovered).toBeUndefined();
    await two.journal.write(typing('in the second'));
    await two.journal.clear();
    expect(wordsIn((await openJournal(await openStore(), one.key)).recovered)).toEqual({
      text: 'in the first',
    });
  });

  it('take over the entry of a closed tab, once', async () => {
    const one = await openTab();
    await one.journal.write(typing('in the first'));
    await one.close();
    const two = await openTab();
    expect(two.recovered).toEqual({ text: 'in the first' });
    expect((await openTab()).recovered).toBeUndefined();
    await two.journal.clear();
    expect((await (await openStore()).find('journal:')).size).toBe(0);
  });

  it('recover their own entry after a reload, otherwise the newest, and leave the others', async () => {
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
    for (const tab of tabs) await tab.close();
    const again = await openTab('me', 'one', tabs[0]?.session);
    const others = [await openTab(), await openTab(), await openTab()];
    expect([again, ...others].map(({ recovered }) => recovered)).toEqual([
      ...['first', 'second', 'third'].map((tab) => ({ text: `in the ${tab}` })),
      undefined,
    ]);
  });

  it('know of the entries of closed tabs that stay for the next openings, not of those of open ones', async () => {
    await (await openStore()).write(new Map([['journal:me:one:broken', 'of a later version']]));
    const tabs = [await openTab(), await openTab(), await openTab()];
    for (const { journal } of tabs) await journal.write(typing('kept'));
    const [one, two] = tabs;
    await one?.close();
    expect((await openTab()).journal.abandoned).toHaveLength(0);
    await one?.journal.write(typing('kept'));
    await two?.close();
    expect((await openTab()).journal.abandoned).toHaveLength(1);
    expect((await openTab()).journal.abandoned).toHaveLength(0);
  });

  it('do not share a journal if they are copies of one another', async () => {
    const one = await openTab();
    await one.journal.write(typing('in the first'));
    expect((await openTab('me', 'one', one.session)).recovered).toBeUndefined();
    expect(wordsIn((await openJournal(await openStore(), one.key)).recovered)).toEqual({
      text: 'in the first',
    });
  });

  it('do not see entries of other people and newsletters', async () => {
    const one = await openTab();
    await one.journal.write(typing('in the first'));
    await one.close();
    expect((await openTab('somebody')).recovered).toBeUndefined();
    expect((await openTab('me', 'two')).recovered).toBeUndefined();
    expect((await openTab()).recovered).toEqual({ text: 'in the first' });
  });

  it('leave entries that are unreadable or do not fit', async () => {
    const store = await openStore();
    await store.write(new Map([['journal:me:one:broken', 'of a later version']]));
    const one = await openTab();
    await one.journal.write(typing('in the first'));
    await one.close();
    const full = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    vi.spyOn(Storage.prototype, 'setItem').mockImplementationOnce(full);
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementationOnce(full);
    expect((await openTab()).recovered).toBeUndefined();
    vi.restoreAllMocks();
    if (name === 'the storage') refuseDatabases();
    expect((await openTab()).recovered).toEqual({ text: 'in the first' });
    expect([...(await store.find('journal:me:one:broken')).values()]).toEqual(['of a later version']);
  });

  it('write their entry again if a browser without locks gave it to another tab', async () => {
    // The situation without HTTPS.
    vi.stubGlobal('navigator', {});
    onTestFinished(() => void vi.unstubAllGlobals());
    const one = await openTab();
    await one.journal.write(typing('in the first'));
    const rewritten = new Promise((resolve) => {
      onTestFinished(one.journal.onTaken(() => resolve(one.journal.write(typing('in the first')))));
    });
    expect((await openTab()).recovered).toEqual({ text: 'in the first' });
    await rewritten;
    expect(wordsIn((await openJournal(await openStore(), one.key)).recovered)).toEqual({
      text: 'in the first',
    });
  });
});

describe('a tab of this version', () => {
  it('moves the entry of an earlier version from localStorage', async () => {
    const key = 'journal:me:one:earlier';
    await (await openJournal(webStorageStore, key)).write(typing('before the update'));
    const tab = await openTab();
    expect(tab.recovered).toEqual({ text: 'before the update' });
    expect(tab.journal.isDurable).toBe(true);
    expect(localStorage).toHaveLength(0);
  });
});
