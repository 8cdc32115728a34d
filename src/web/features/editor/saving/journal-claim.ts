import { readStored, writeStored } from '#web/session/storage.ts';
import {
  type Journal,
  type JournalEntry,
  moveEntry,
  openJournal,
  readEntry,
  WORKING_COPIES_SUFFIX,
  writtenAt,
} from './journal.ts';
import { type JournalStore, openDatabaseStore, webStorageStore } from './journal-store.ts';

/**
 * Assigns journals to tabs. Each opening of a newsletter gets its own, so that two tabs of one person do not overwrite
 * each other's. The journal of a tab that has ended (crashed, closed, reloaded) goes to the next opening.
 */

/** How long a reloaded tab waits for its former page to release the lock, in milliseconds. */
const RELOAD_WAIT = 1000;

/**
 * Opens a journal for this opening of a newsletter and moves one abandoned entry into it: this tab's own, else the
 * newest. Other entries stay for the next openings; the journal tells whether there are any. It is locked until `closing` aborts,
 * and in IndexedDB if available, else in `localStorage`; entries of earlier versions in `localStorage` are moved.
 */
export async function claimJournal(
  personId: string,
  newsletterId: string,
  closing: AbortSignal,
): Promise<Journal> {
  const prefix = `journal:${personId}:${newsletterId}:`;
  try {
    return await claimIn(await openDatabaseStore(), prefix, closing);
  } catch {
    return await claimIn(webStorageStore, prefix, closing);
  }
}

async function claimIn(store: JournalStore, prefix: string, closing: AbortSignal): Promise<Journal> {
  const former = readStored('sessionStorage', prefix);
  const own = { store, key: prefix + newId() };
  await lockJournal(own.key, closing);
  const found = await findAbandoned(new Set([store, webStorageStore]), prefix, former);
  const moved = await findFirst(found, (entry) =>
    runIfAbandoned(entry.key, entry.key === former ? RELOAD_WAIT : 0, () => moveEntry(entry, own)),
  );
  // Without locks, the others may belong to open tabs.
  const others = locksOf() === null ? [] : found.toSpliced(moved, 1);
  const abandoned: JournalEntry[] = [];
  const keep = (entry: JournalEntry | null) => entry !== null && abandoned.push(entry) > 0;
  for (const each of others) await runIfAbandoned(each.key, 0, async () => keep(await readEntry(each)));
  writeStored('sessionStorage', prefix, own.key);
  return openJournal(store, own.key, abandoned);
}

/** The index of the first item that passes, checked one after the other; the length of the list if none does. */
async function findFirst<Item>(
  items: readonly Item[],
  isSo: (item: Item) => Promise<boolean>,
): Promise<number> {
  for (const [index, item] of items.entries()) if (await isSo(item)) return index;
  return items.length;
}

function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => (byte % 36).toString(36)).join('');
}

async function findAbandoned(stores: ReadonlySet<JournalStore>, prefix: string, former: string | null) {
  const found = await Promise.all(
    [...stores].map(async (store) => {
      const records = await store.find(prefix);
      const keys = [...records.keys()].filter((key) => !key.endsWith(WORKING_COPIES_SUFFIX));
      return keys.map((key) => ({ store, key, at: key === former ? Infinity : writtenAt(records, key) }));
    }),
  );
  return found.flat().toSorted((one, other) => other.at - one.at);
}

// A lock lives exactly as long as its page. Without HTTPS browsers have no locks: then every journal counts as
// abandoned, and a tab that is still open notices the move and writes its entry again.
function locksOf(): LockManager | null {
  return 'locks' in navigator ? navigator.locks : null;
}

function lockJournal(name: string, closing: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const holdUntilClosed = () => {
      resolve();
      return new Promise<void>((release) => {
        if (closing.aborted) release();
        closing.addEventListener('abort', () => release());
      });
    };
    const locks = locksOf();
    if (locks === null) resolve();
    else locks.request(name, holdUntilClosed).catch(() => resolve());
  });
}

async function runIfAbandoned(name: string, wait: number, run: () => Promise<boolean>): Promise<boolean> {
  const locks = locksOf();
  try {
    if (locks === null) return await run();
    if (wait === 0) return await locks.request(name, { ifAvailable: true }, (lock) => lock !== null && run());
    return await locks.request(name, { signal: AbortSignal.timeout(wait) }, run);
  } catch {
    // The tab is still open (this one is its copy), or there is no room: the entry stays.
    return false;
  }
}
