import { useSyncExternalStore } from 'react';
import { readStored, writeStored } from './storage.ts';

const KEY = 'cookieAgreement';

/** The stored choice about cookies: 'true', 'false', or null if there is none. Upgrading a plan needs 'true'. */
function cookieChoice(): string | null {
  return readStored('localStorage', KEY);
}

const listeners = new Set<() => void>();

/** The stored choice as a hook. Null at build time and in the first render. */
export function useCookieChoice(): string | null {
  return useSyncExternalStore(subscribe, cookieChoice, () => null);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Stores the choice, or removes it with null, and reloads the page, unless that would lose text in a field, or a form asks
 * first. After an answer the focus returns to `from`. The page takes no input before the reload, which would lose it.
 */
export async function chooseCookies(
  choice: 'true' | 'false' | null,
  from: Element | null = document.activeElement,
): Promise<void> {
  writeStored('localStorage', KEY, choice);
  if (hasFilledField() || asksBeforeClosing()) {
    for (const listener of [...listeners]) listener();
    if (choice !== null && from instanceof HTMLElement && from.isConnected) from.focus();
    return;
  }
  document.body.inert = true;
  // Loaded only here, because most pages never need it. The choice is stored even if this import fails.
  await import('#web/app/focus-after-reload.ts')
    .then(({ rememberFocus }) => rememberFocus(from))
    .catch(() => undefined);
  // The question is at the top, but a reload restores the scroll position.
  if (choice === null) window.scrollTo(0, 0);
  window.location.reload();
}

// Covers choices that are made without typing, such as a plan.
function asksBeforeClosing(): boolean {
  return !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
}

// Autofilled text counts, too: a reload loses it as well.
function hasFilledField(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    'textarea, input:is([type="text"], [type="email"], [type="password"], [type="tel"], [type="url"], [type="search"], :not([type]))',
  );
  return [...fields].some(({ value }) => value !== '');
}
