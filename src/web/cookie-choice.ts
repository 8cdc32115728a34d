import { readStored, writeStored } from './storage.ts';

const KEY = 'cookieAgreement';

/** What the person has said about cookies: 'true', 'false', or null while nothing is stored. Gates the upgrade links. */
export function cookieChoice(): string | null {
  return readStored('localStorage', KEY);
}

/** Stores the choice, or forgets it with null, and loads the page anew, as everything that asks for it expects. */
export function chooseCookies(choice: 'true' | 'false' | null): void {
  writeStored('localStorage', KEY, choice);
  window.location.reload();
}
