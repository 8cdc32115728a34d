/**
 * The browser's storage, which may be missing or full (private windows, blocked cookies): then nothing is kept beyond
 * the page, and nothing breaks.
 */
export type Place = 'localStorage' | 'sessionStorage';

/** What stands under a key, or null. */
export function readStored(place: Place, key: string): string | null {
  try {
    return window[place].getItem(key);
  } catch {
    return null;
  }
}

/** Keeps a text under a key, or removes it with null. False where the browser does not allow it. */
export function writeStored(place: Place, key: string, text: string | null): boolean {
  try {
    if (text === null) window[place].removeItem(key);
    else window[place].setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

/** The keys that begin with a prefix. */
export function storedKeys(place: Place, prefix: string): string[] {
  try {
    return Object.keys(window[place]).filter((key) => key.startsWith(prefix));
  } catch {
    return [];
  }
}

/** What a session alone may keep in `sessionStorage`: keys that begin so are forgotten when it ends. */
export const SESSION_BOUND = 'while-signed-in:';

/** What `forms/use-unsaved.tsx` keeps in `localStorage`: forgotten when a person logs out. */
export const UNSAVED = 'unsaved:';

/** Removes everything whose key begins with a prefix. */
export function forgetStored(place: Place, prefix: string): void {
  for (const key of storedKeys(place, prefix)) writeStored(place, key, null);
}

/** Where `kept-place.ts` keeps it, in `sessionStorage`. */
export const KEPT_PLACE = 'kept-place';
