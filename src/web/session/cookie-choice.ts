import { useSyncExternalStore } from 'react';
import { readStored, writeStored } from './storage.ts';

const KEY = 'cookieAgreement';

/** What the person has said about cookies: 'true', 'false', or null while nothing is stored. Gates the upgrade links. */
function cookieChoice(): string | null {
  return readStored('localStorage', KEY);
}

const listeners = new Set<() => void>();

/** The same for a component, which is shown anew with another choice. At the build and in its first frame: null. */
export function useCookieChoice(): string | null {
  return useSyncExternalStore(subscribe, cookieChoice, () => null);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Stores the choice, or forgets it with null, and loads the page anew, unless that would lose what somebody has typed.
 * `from` is where the person is led back to then.
 */
export async function chooseCookies(
  choice: 'true' | 'false' | null,
  from: Element | null = document.activeElement,
): Promise<void> {
  writeStored('localStorage', KEY, choice);
  if (holdsWords()) {
    for (const listener of [...listeners]) listener();
    if (choice !== null && from instanceof HTMLElement && from.isConnected) from.focus();
    return;
  }
  // A visitor's page has no use for it before, and without it the answer holds as well.
  await import('#web/app/focus-after-reload.ts')
    .then(({ rememberFocus }) => rememberFocus(from))
    .catch(() => undefined);
  // It is asked at the top; a page loaded anew is scrolled to where it was left.
  if (choice === null) window.scrollTo(0, 0);
  window.location.reload();
}

// Filled in by the program or by the person: both are there again only where nothing is loaded anew.
function holdsWords(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    'textarea, input:is([type="text"], [type="email"], [type="password"], [type="tel"], [type="url"], [type="search"], :not([type]))',
  );
  return [...fields].some(({ value }) => value !== '');
}
