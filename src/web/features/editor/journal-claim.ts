import { readStored, storedKeys, writeStored } from '#web/storage.ts';
import { type Journal, openJournal, WORKING } from './journal.ts';

/**
 * Which tab keeps which journal. Each opening of a newsletter has one of its own, so that two tabs of one person don't
 * write over each other's; what a tab has left that is gone (crashed, closed, reloaded) goes to the next opening.
 */

/** How long a reloaded tab waits for the browser to be done with its former page, in milliseconds. */
const RELOAD_PATIENCE = 1000;

/**
 * A journal for this opening of a newsletter, with what a tab that is gone has left: this tab's own first, else the
 * newest. What it does not take stays for the next opening. The journal is this page's until `leaving`.
 */
export async function claimJournal(
  personId: string,
  newsletterId: string,
  leaving: AbortSignal,
): Promise<Journal> {
  const prefix = `journal:${personId}:${newsletterId}:`;
  const former = readStored('sessionStorage', prefix);
  const own = prefix + newId();
  await hold(own, leaving);
  for (const left of leftBehind(prefix, former)) {
    const patience = left === former ? RELOAD_PATIENCE : 0;
    if (left !== own && (await ifGone(left, patience, () => openJournal(own).takeOver(left)))) break;
  }
  writeStored('sessionStorage', prefix, own);
  return openJournal(own);
}

function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => (byte % 36).toString(36)).join('');
}

function leftBehind(prefix: string, former: string | null): string[] {
  const keys = storedKeys('localStorage', prefix).filter((key) => !key.endsWith(WORKING));
  const newness = new Map(
    keys.map((key) => [key, key === former ? Number.POSITIVE_INFINITY : openJournal(key).keptAt()]),
  );
  return keys.toSorted((one, other) => (newness.get(other) ?? 0) - (newness.get(one) ?? 0));
}

// A lock lives as long as the page that holds it, however that ends. Browsers have locks on secure addresses only;
// elsewhere every journal passes for left behind, and who is alive notices and writes down anew.
function locksOf(): LockManager | null {
  return 'locks' in navigator ? navigator.locks : null;
}

function hold(name: string, leaving: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const untilLeaving = () => {
      resolve();
      return new Promise<void>((release) => {
        if (leaving.aborted) release();
        leaving.addEventListener('abort', () => release());
      });
    };
    const locks = locksOf();
    if (locks === null) resolve();
    else locks.request(name, untilLeaving).catch(() => resolve());
  });
}

async function ifGone(name: string, patience: number, run: () => boolean): Promise<boolean> {
  const locks = locksOf();
  if (locks === null) return run();
  try {
    if (patience === 0)
      return await locks.request(name, { ifAvailable: true }, (lock) => lock !== null && run());
    return await locks.request(name, { signal: AbortSignal.timeout(patience) }, run);
  } catch {
    // It is alive: this is a copy of its tab.
    return false;
  }
}
