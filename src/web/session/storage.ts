/**
 * Access to the browser's storage, which may be missing or full (private windows, blocked cookies). Then nothing is
 * stored, and nothing throws.
 */
export type StorageArea = 'localStorage' | 'sessionStorage';

/** The value of a key, or null. */
export function readStored(area: StorageArea, key: string): string | null {
  try {
    return window[area].getItem(key);
  } catch {
    return null;
  }
}

/** Stores a text, or removes the key with null. Returns false if the browser refuses. */
export function writeStored(area: StorageArea, key: string, text: string | null): boolean {
  try {
    if (text === null) window[area].removeItem(key);
    else window[area].setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

/** All keys that start with a prefix. */
export function storedKeys(area: StorageArea, prefix: string): string[] {
  try {
    return Object.keys(window[area]).filter((key) => key.startsWith(prefix));
  } catch {
    return [];
  }
}

/** Prefix of `sessionStorage` keys that are removed when the session ends. */
export const SESSION_BOUND_PREFIX = 'while-signed-in:';

/** Prefix of the `localStorage` keys of `forms/use-unsaved-values.tsx`, which are removed when the person logs out. */
export const UNSAVED_PREFIX = 'unsaved:';

/** Removes all keys that start with a prefix. */
export function removeStored(area: StorageArea, prefix: string): void {
  for (const key of storedKeys(area, prefix)) writeStored(area, key, null);
}

/** The `sessionStorage` key of `app/focus-after-reload.ts`. */
export const FOCUS_KEY = 'kept-place';
