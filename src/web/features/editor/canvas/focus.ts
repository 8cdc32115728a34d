import { flushSync } from 'react-dom';
import type { TextRange } from '#newsletter/check/finding.ts';
import { selectText } from '#web/features/editor/fields/select-text.ts';

/** Where the focus goes after a command. */

/** Makes a change and has it drawn, so that the focus can go to what has come of it. */
export function flushChange(change: () => void): void {
  flushSync(change);
}

const FIELDS =
  'input:not([type="file"], [type="hidden"], [tabindex="-1"]), textarea, [contenteditable="true"], fieldset button';
/** Rich text comes with a file of its own, on a slow line too; in milliseconds. */
const PATIENCE = 30_000;

/** To the first field of the field editor, also when that is still being loaded. */
export function focusFirstField(): void {
  whenReady(focusNow);
}

let stopWaiting: (() => void) | null = null;

function whenReady(focus: () => boolean): void {
  stopWaiting?.();
  if (focus()) return;
  const over = new AbortController();
  const stop = () => over.abort();
  stopWaiting = stop;
  const observer = new MutationObserver(() => {
    if (focus()) stop();
  });
  observer.observe(document.body, { childList: true, subtree: true });
  const timer = setTimeout(stop, PATIENCE);
  over.signal.addEventListener('abort', () => {
    clearTimeout(timer);
    observer.disconnect();
  });
  // Who has gone on meanwhile is not fetched back.
  for (const turn of ['keydown', 'pointerdown'])
    window.addEventListener(turn, stop, { capture: true, signal: over.signal });
}

function focusNow(): boolean {
  const fields = document.querySelector('[data-fields]');
  if (fields === null || fields.querySelector('[data-loading-field]') !== null) return false;
  const first =
    fields.querySelector<HTMLElement>('[data-first-field]') ?? fields.querySelector<HTMLElement>(FIELDS);
  first?.focus();
  return first !== null;
}

/** To the field of a path (`images.0.alt`), or to the first one, and to a place in its text. */
export function focusField(path: string, spot?: TextRange): void {
  whenReady(() => {
    const field = fieldOf(path);
    if (field === null) return focusNow();
    field.focus();
    if (spot !== undefined) selectText(field, spot);
    return true;
  });
}

function fieldOf(path: string): HTMLElement | null {
  const fields = document.querySelector('[data-fields]');
  if (fields === null || fields.querySelector('[data-loading-field]') !== null) return null;
  const labelled = (wanted: string) =>
    fields.querySelector<HTMLElement>(`[data-path="${CSS.escape(wanted)}"]`);
  // A row of a list opens its own form, as an event does.
  const row = /^(\w+\.\d+)\./.exec(path)?.[1];
  if (labelled(path) === null && row !== undefined) flushChange(() => labelled(row)?.click());
  const found = labelled(path);
  return found === null || found.matches(FIELDS) ? found : found.querySelector<HTMLElement>(FIELDS);
}

/** To the check's panel, and back to what opens it. */
export function focusCheck(isOpen: boolean): void {
  document.getElementById(isOpen ? 'check-title' : 'check-button')?.focus();
}

/** To the newsletter's title, ready to be changed. */
export function focusTitle(): void {
  document.querySelector<HTMLElement>('[data-title]')?.click();
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
