import { readStored, writeStored } from './storage.ts';

const KEY = 'cookieAgreement';

/** What the person has said about cookies: 'true', 'false', or null while nothing is stored. Gates the upgrade links. */
export function cookieChoice(): string | null {
  return readStored('localStorage', KEY);
}

/**
 * Stores the choice, or forgets it with null, and loads the page anew, as everything that asks for it expects. `from` is
 * where the person is led back to then.
 */
export async function chooseCookies(
  choice: 'true' | 'false' | null,
  from: Element | null = document.activeElement,
): Promise<void> {
  writeStored('localStorage', KEY, choice);
  // A visitor's page has no use for it before, and without it the answer holds as well.
  await import('#web/app/focus-after-reload.ts')
    .then(({ rememberFocus }) => rememberFocus(from))
    .catch(() => undefined);
  // It is asked at the top; a page loaded anew is scrolled to where it was left.
  if (choice === null) window.scrollTo(0, 0);
  window.location.reload();
}
