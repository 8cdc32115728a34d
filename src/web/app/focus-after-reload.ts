import { FOCUS_KEY, readStored, writeStored } from '#web/session/storage.ts';
import { focusContent } from './focus-content.ts';

/** Restores the focus after a page reload. */

const FOCUSABLE = 'a[href], button, input, select, textarea, summary, [contenteditable="true"], [tabindex]';

/**
 * Remembers an element to focus after the reload. Null, or an element that cannot have the focus, keeps what is
 * remembered already, or else means the content.
 */
export function rememberFocus(element: Element | null): void {
  if (element?.matches(FOCUSABLE)) writeStored('sessionStorage', FOCUS_KEY, fingerprintOf(element));
  else if (readStored('sessionStorage', FOCUS_KEY) === null)
    writeStored('sessionStorage', FOCUS_KEY, `${prefix()}${CONTENT}`);
}

/** Means the screen's heading, if nothing had the focus before. */
const CONTENT = 'content';

/** Focuses the remembered element as soon as it is rendered, unless the person presses something first. */
export function restoreFocusAfterReload(): void {
  const fingerprint = readStored('sessionStorage', FOCUS_KEY);
  if (fingerprint?.startsWith(prefix()) !== true) return;
  const controller = new AbortController();
  const forget = () => {
    writeStored('sessionStorage', FOCUS_KEY, null);
    controller.abort();
  };
  const tryToFocus = () => {
    if (fingerprint === `${prefix()}${CONTENT}`) {
      if (document.querySelector('#main h1') === null) return;
      forget();
      focusContent();
      return;
    }
    const elements = [...document.querySelectorAll<HTMLElement>(FOCUSABLE)];
    const element = elements.find((each) => fingerprintOf(each) === fingerprint);
    if (element === undefined) return;
    forget();
    element.focus();
  };
  const observer = new MutationObserver(tryToFocus);
  controller.signal.addEventListener('abort', () => observer.disconnect());
  for (const type of ['keydown', 'pointerdown'])
    window.addEventListener(type, forget, { capture: true, signal: controller.signal });
  observer.observe(document.body, { childList: true, subtree: true });
  tryToFocus();
}

// Path, tag and accessible name. Ids do not work: they are generated anew at every load.
function fingerprintOf(element: Element): string {
  const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : null;
  const name = element.getAttribute('aria-label') ?? label ?? element.textContent;
  return `${prefix()}${element.tagName} ${name.trim().slice(0, 200)}`;
}

function prefix(): string {
  return `${window.location.pathname} `;
}
