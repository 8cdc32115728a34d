import { flushSync } from 'react-dom';
import type { TextRange } from '#newsletter/check/finding.ts';
import { selectText } from '#web/features/editor/fields/select-text.ts';

/** Moves the focus after a command. */

/** Applies a change and renders it synchronously, so that the focus can move to the result. */
export function flushChange(change: () => void): void {
  flushSync(change);
}

const FIELDS =
  'input:not([type="file"], [type="hidden"], [tabindex="-1"]), textarea, [contenteditable="true"], fieldset button';
/** How long to wait for a field, in milliseconds: rich text is loaded lazily, perhaps over a slow connection. */
const FIELD_TIMEOUT = 30_000;

/** Focuses the first field of the field editor, waiting for it to load. */
export function focusFirstField(): void {
  whenReady(focusFirst);
}

/** Goes from the words of a block to its form: to the first field, or else to its first button. */
export function focusForm(): void {
  const form = document.querySelector('form:has([data-fields])');
  const parts = form?.querySelectorAll<HTMLElement>(`${FIELDS}, button:not(:disabled)`) ?? [];
  [...parts].find((part) => part.checkVisibility())?.focus();
}

let stopWaiting: (() => void) | null = null;

function whenReady(focus: () => boolean): void {
  stopWaiting?.();
  if (focus()) return;
  const controller = new AbortController();
  const stop = () => controller.abort();
  stopWaiting = stop;
  const observer = new MutationObserver(() => {
    if (focus()) stop();
  });
  observer.observe(document.body, { childList: true, subtree: true });
  const timer = setTimeout(stop, FIELD_TIMEOUT);
  controller.signal.addEventListener('abort', () => {
    clearTimeout(timer);
    observer.disconnect();
  });
  // A key or click in the meantime cancels: the person has moved on.
  for (const type of ['keydown', 'pointerdown'])
    window.addEventListener(type, stop, { capture: true, signal: controller.signal });
}

function focusFirst(): boolean {
  const fields = document.querySelector('[data-fields]');
  if (fields === null || fields.querySelector('[data-loading-field]') !== null) return false;
  const first =
    fields.querySelector<HTMLElement>('[data-first-field]') ?? fields.querySelector<HTMLElement>(FIELDS);
  first?.focus();
  return first !== null;
}

/** Focuses the field of a path (`images.0.alt`), or the first one, and selects a range of its text. */
export function focusField(path: string, range?: TextRange): void {
  whenReady(() => {
    const field = fieldOf(path);
    if (field === null) return focusFirst();
    field.focus();
    if (range !== undefined) selectText(field, range);
    return true;
  });
}

function fieldOf(path: string): HTMLElement | null {
  const fields = document.querySelector('[data-fields]');
  if (fields === null || fields.querySelector('[data-loading-field]') !== null) return null;
  const labelled = (wanted: string) =>
    fields.querySelector<HTMLElement>(`[data-path="${CSS.escape(wanted)}"]`);
  // A row of a list (an event, say) has its own form: open it.
  const row = /^(\w+\.\d+)\./.exec(path)?.[1];
  if (labelled(path) === null && row !== undefined) flushChange(() => labelled(row)?.click());
  const found = labelled(path);
  return found === null || found.matches(FIELDS) ? found : found.querySelector<HTMLElement>(FIELDS);
}

/** Focuses the check panel, or the button that opens it. */
export function focusCheck(isOpen: boolean): void {
  whenReady(() => {
    const found = document.getElementById(isOpen ? 'check-title' : 'check-button');
    found?.focus();
    return found !== null;
  });
}

/** Focuses the state of saving, which opens the history. */
export function focusHistoryButton(): void {
  document.querySelector<HTMLElement>('[data-history]')?.focus();
}

/** Opens the newsletter's title for editing. */
export function focusTitle(): void {
  document.querySelector<HTMLElement>('[data-title]')?.click();
}

export function blockElement(name: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-block="${CSS.escape(name)}"]`);
}

export function focusBlock(name: string): void {
  blockElement(name)?.querySelector<HTMLElement>('button')?.focus({ preventScroll: true });
}

/** Focuses the canvas, when the focused element is gone. */
export function focusCanvas(): void {
  document.getElementById('main')?.focus({ preventScroll: true });
}

/** Scrolls a block into view, once it is rendered. */
export function showBlock(name: string): void {
  const behavior = window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth';
  requestAnimationFrame(() =>
    blockElement(name)?.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior }),
  );
}
