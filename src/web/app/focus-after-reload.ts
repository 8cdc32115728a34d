import { KEPT_PLACE, readStored, writeStored } from '#web/session/storage.ts';

/** What had the focus before a page was loaded anew, so that the person can go on there. */

const FOCUSABLE = 'a[href], button, input, select, textarea, summary, [contenteditable="true"], [tabindex]';

/** Remembers an element of this page; null and the page itself change nothing. */
export function rememberFocus(element: Element | null): void {
  if (element?.matches(FOCUSABLE)) writeStored('sessionStorage', KEPT_PLACE, signOf(element));
}

/**
 * Puts the focus back as soon as the element is there again, unless the person does something before.
 */
export function restoreFocus(): void {
  const sign = readStored('sessionStorage', KEPT_PLACE);
  if (sign?.startsWith(prefix()) !== true) return;
  const over = new AbortController();
  const forget = () => {
    writeStored('sessionStorage', KEPT_PLACE, null);
    over.abort();
  };
  const look = () => {
    const places = [...document.querySelectorAll<HTMLElement>(FOCUSABLE)];
    const place = places.find((each) => signOf(each) === sign);
    if (place === undefined) return;
    forget();
    place.focus();
  };
  const observer = new MutationObserver(look);
  over.signal.addEventListener('abort', () => observer.disconnect());
  for (const deed of ['keydown', 'pointerdown'])
    window.addEventListener(deed, forget, { capture: true, signal: over.signal });
  observer.observe(document.body, { childList: true, subtree: true });
  look();
}

// By what a person calls it: ids are given anew at every load.
function signOf(element: Element): string {
  const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : null;
  const words = element.getAttribute('aria-label') ?? label ?? element.textContent;
  return `${prefix()}${element.tagName} ${words.trim().slice(0, 200)}`;
}

function prefix(): string {
  return `${window.location.pathname} `;
}
