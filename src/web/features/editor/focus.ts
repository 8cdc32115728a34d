import { flushSync } from 'react-dom';

/** Where the focus goes after a command. */

/** Makes a change and has it drawn, so that the focus can go to what has come of it. */
export function drawn(change: () => void): void {
  flushSync(change);
}

const FIELDS =
  'input:not([type="file"], [type="hidden"], [tabindex="-1"]), textarea, [contenteditable="true"], fieldset button';
/** Rich text comes with a file of its own; nobody waits for it longer than this, in milliseconds. */
const PATIENCE = 3000;

/** To the first field of the field editor, also when that is still being loaded. */
export function focusFirstField(): void {
  if (focusNow()) return;
  const observer = new MutationObserver(() => {
    if (focusNow()) stop();
  });
  const timer = setTimeout(() => stop(), PATIENCE);
  const stop = () => {
    clearTimeout(timer);
    observer.disconnect();
  };
  observer.observe(document.body, { childList: true, subtree: true });
}

function focusNow(): boolean {
  const fields = document.querySelector('[data-fields]');
  if (fields === null || fields.querySelector('[data-loading-field]') !== null) return false;
  const first =
    fields.querySelector<HTMLElement>('[data-first-field]') ?? fields.querySelector<HTMLElement>(FIELDS);
  first?.focus();
  return first !== null;
}

/** The element of a block on the canvas. */
export function blockElement(name: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-block="${CSS.escape(name)}"]`);
}

/** To a block on the canvas. */
export function focusBlock(name: string): void {
  blockElement(name)?.querySelector<HTMLElement>('button')?.focus({ preventScroll: true });
}

/** To the canvas as a whole, when what had the focus is gone. */
export function focusCanvas(): void {
  document.getElementById('main')?.focus({ preventScroll: true });
}

/** Scrolls a block into what is visible of the canvas, once it is drawn there. */
export function showBlock(name: string): void {
  const behavior = window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth';
  requestAnimationFrame(() =>
    blockElement(name)?.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior }),
  );
}
