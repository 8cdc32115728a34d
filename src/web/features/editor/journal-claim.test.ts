import { afterEach, describe, expect, it, vi } from 'vitest';
import { edit, savedPart } from './editor-state.ts';
import { act, createEditorStore } from './editor-store.ts';
import { type Entry, openJournal } from './journal.ts';
import { claimJournal } from './journal-claim.ts';
import { columnsOf } from './test-documents.ts';

/** A heading with these words being typed. */
function typing(words: string): Entry {
  const store = createEditorStore(columnsOf(['a'], []));
  act(store, edit, 'a', { text: words });
  return { ...savedPart(store.getState()), drafts: store.getState().drafts, version: 1 };
}
function wordsIn(entry: Entry | null): unknown {
  return entry?.drafts.a?.value;
}

/** The browser's locks, as the standard has them, but that nobody waits. */
function giveLocks(): void {
  const held = new Set<string>();
  vi.stubGlobal('navigator', {
    locks: {
      request: async (name: string, ...rest: readonly unknown[]) => {
        const run = rest.at(-1);
        if (typeof run !== 'function') throw new TypeError('Nothing to run');
        if (held.has(name)) {
          if (rest.length === 1) throw new Error('Nobody waits here');
          if (JSON.stringify(rest[0]) === '{"ifAvailable":true}') return run(null);
          throw new DOMException('Still held', 'TimeoutError');
        }
        held.add(name);
        try {
          return await run({ name });
        } finally {
          held.delete(name);
        }
      },
    },
  });
}

/** A tab: what it claims, and how it goes. Each has a `sessionStorage` of its own, empty at first. */
async function openTab(person = 'me', newsletter = 'one', session?: Record<string, string>) {
  sessionStorage.clear();
  for (const [key, text] of Object.entries(session ?? {})) sessionStorage.setItem(key, text);
  const leaving = new AbortController();
  const journal = await claimJournal(person, newsletter, leaving.signal);
  const kept = { ...sessionStorage };
  const goAway = async () => {
    leaving.abort();
    await Promise.resolve();
    await Promise.resolve();
  };
  return { journal, session: kept, goAway };
}

afterEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('tabs that have one newsletter open', () => {
  it('have a journal each', async () => {
    giveLocks();
    const one = await openTab();
    one.journal.write(typing('in the first'));
    const two = await openTab();
    expect(two.journal.read()).toBeNull();
    two.journal.write(typing('in the second'));
    two.journal.clear();
    expect(wordsIn(one.journal.read())).toEqual({ text: 'in the first' });
  });

  it('take over what one that is gone has left, once', async () => {
    giveLocks();
    const one = await openTab();
    one.journal.write(typing('in the first'));
    await one.goAway();
    const two = await openTab();
    expect(wordsIn(two.journal.read())).toEqual({ text: 'in the first' });
    expect((await openTab()).journal.read()).toBeNull();
    two.journal.clear();
    expect(localStorage).toHaveLength(0);
  });

  it('get their own back after a reload, and the newest where they have none; nothing else is touched', async () => {
    giveLocks();
    const now = vi.spyOn(Date, 'now');
    now.mockReturnValue(1000);
    const one = await openTab();
    one.journal.write(typing('in the first'));
    now.mockReturnValue(3000);
    const two = await openTab();
    two.journal.write(typing('in the second'));
    now.mockReturnValue(2000);
    const three = await openTab();
    three.journal.write(typing('in the third'));
    for (const tab of [one, two, three]) await tab.goAway();
    const again = await openTab('me', 'one', one.session);
    const others = [await openTab(), await openTab(), await openTab()];
    expect([again, ...others].map(({ journal }) => wordsIn(journal.read()))).toEqual([
      ...['first', 'second', 'third'].map((tab) => ({ text: `in the ${tab}` })),
      undefined,
    ]);
  });

  it('that are copies of one another do not share', async () => {
    giveLocks();
    const one = await openTab();
    one.journal.write(typing('in the first'));
    const copy = await openTab('me', 'one', one.session);
    expect(copy.journal.read()).toBeNull();
    expect(wordsIn(one.journal.read())).toEqual({ text: 'in the first' });
  });

  it('see nothing of other people and other newsletters', async () => {
    giveLocks();
    const one = await openTab();
    one.journal.write(typing('in the first'));
    await one.goAway();
    expect((await openTab('somebody')).journal.read()).toBeNull();
    expect((await openTab('me', 'two')).journal.read()).toBeNull();
    expect(wordsIn((await openTab()).journal.read())).toEqual({ text: 'in the first' });
  });

  it('leave what they cannot read, and what the browser has no room for, where it is', async () => {
    giveLocks();
    localStorage.setItem('journal:me:one:broken', '{');
    const one = await openTab();
    one.journal.write(typing('in the first'));
    await one.goAway();
    const set = vi.spyOn(Storage.prototype, 'setItem');
    set.mockImplementationOnce(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    expect((await openTab()).journal.read()).toBeNull();
    set.mockRestore();
    expect(wordsIn((await openTab()).journal.read())).toEqual({ text: 'in the first' });
    expect(localStorage.getItem('journal:me:one:broken')).toBe('{');
  });

  it('write down anew what a browser without locks has given to another tab', async () => {
    const one = await openTab();
    one.journal.write(typing('in the first'));
    const key = Object.values(one.session)[0] ?? '';
    const stop = one.journal.onTaken(() => one.journal.write(typing('in the first')));
    const two = await openTab();
    expect(wordsIn(two.journal.read())).toEqual({ text: 'in the first' });
    expect(openJournal(key).read()).toBeNull();
    window.dispatchEvent(new StorageEvent('storage', { key, newValue: null }));
    expect(wordsIn(openJournal(key).read())).toEqual({ text: 'in the first' });
    stop();
  });
});
