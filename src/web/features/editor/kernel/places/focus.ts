import { flushSync } from 'react-dom';
import type { TextRange } from '#newsletter/check/finding.ts';
import { selectText } from './select-text.ts';

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
  // A key or click in the meantime cancels this: the person has moved on.
  for (const type of ['keydown', 'pointerdown'])
    window.addEventListener(type, stop, { capture: true, signal: controller.signal });
  // So does a focus that assistive technology moves into the form, without a key or pointer: the next Enter is meant for
  // where it went.
  window.addEventListener(
    'focusin',
    ({ target }) => {
      if (target instanceof Element && target.closest('[data-region="form"]') !== null) stop();
    },
    { capture: true, signal: controller.signal },
  );
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

/** Focuses a block's words in their place on the page, once they can be typed, and selects a range of them. */
export function focusWords(block: string, path: string, range?: TextRange): void {
  const surface = `[data-block="${CSS.escape(block)}"] [data-words][data-path="${CSS.escape(path)}"]`;
  whenReady(() => {
    const field = document.querySelector<HTMLElement>(`${surface} [contenteditable="true"]`);
    if (field === null) return false;
    field.focus();
    if (range !== undefined) selectText(field, range);
    return true;
  });
}

/** Goes to a field with a problem, or to the form of its row, which goes to the field itself. */
export function focusProblem(path: string): void {
  whenReady(() => {
    const row = rowOf(path);
    const opener = fieldAt(path) === null && row !== undefined ? fieldAt(row) : null;
    if (opener === null) {
      const field = fieldOf(path);
      field?.focus();
      return field !== null || focusFirst();
    }
    flushChange(() => opener.click());
    return true;
  });
}

/** The row that a field is in: `rows.1` of `rows.1.title`. */
function rowOf(path: string): string | undefined {
  return /^(\w+\.\d+)\./.exec(path)?.[1];
}

function fieldAt(path: string): HTMLElement | null {
  const fields = document.querySelector('[data-fields]');
  return fields?.querySelector<HTMLElement>(`[data-path="${CSS.escape(path)}"]`) ?? null;
}

function fieldOf(path: string): HTMLElement | null {
  const fields = document.querySelector('[data-fields]');
  if (fields === null || fields.querySelector('[data-loading-field]') !== null) return null;
  // A row of a list (an event, say) has its own form: open it.
  const row = rowOf(path);
  if (fieldAt(path) === null && row !== undefined) flushChange(() => fieldAt(row)?.click());
  const found = fieldAt(path);
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

/** Focuses the notes: the chosen thread, the field of a new one, or else the title. */
export function focusNotes(toAnswer = false): void {
  whenReady(() => {
    const panel = document.querySelector('[aria-labelledby="notes-title"]');
    const chosen = panel?.querySelector('section[data-active]');
    const place =
      chosen?.querySelector('li') && !toAnswer
        ? chosen.querySelector<HTMLElement>('[data-thread]')
        : chosen?.querySelector<HTMLElement>('[data-note-field]');
    const found = place ?? document.getElementById('notes-title');
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

/** Focuses the canvas, for when the focused element has been removed. */
export function focusCanvas(): void {
  document.getElementById('main')?.focus({ preventScroll: true });
}

/** How long drawing may take, in milliseconds. */
const DRAWING_TIMEOUT = 4000;

/** Keeps the caret in view, or else a block, while new content is drawn and makes the newsletter longer. */
export function showWhileDrawn(name: string): void {
  const sheet = document.querySelector('[data-sheet]');
  if (sheet === null) return;
  const controller = new AbortController();
  const stop = () => controller.abort();
  const show = () => {
    if (!showCaret()) blockElement(name)?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  };
  const observer = new ResizeObserver(show);
  observer.observe(sheet);
  // The caret may come after the drawing.
  document.addEventListener('selectionchange', show, { signal: controller.signal });
  const timer = setTimeout(stop, DRAWING_TIMEOUT);
  controller.signal.addEventListener('abort', () => {
    clearTimeout(timer);
    observer.disconnect();
  });
  // The person has moved on.
  for (const type of ['keydown', 'pointerdown', 'wheel'])
    window.addEventListener(type, stop, { capture: true, passive: true, signal: controller.signal });
}

function showCaret(): boolean {
  const canvas = document.getElementById('main');
  const selection = document.getSelection();
  if (canvas === null || !selection?.rangeCount) return false;
  if (!document.activeElement?.closest('[data-block] [contenteditable]')) return false;
  const { endContainer, endOffset } = selection.getRangeAt(0);
  // A caret in an empty paragraph has no box of its own.
  const parent = endContainer instanceof Element ? endContainer : endContainer.parentElement;
  const end = document.createRange();
  end.setStart(endContainer, endOffset);
  const caret = end.getClientRects()[0] ?? parent?.getBoundingClientRect();
  if (caret === undefined) return false;
  const { scrollPaddingTop, scrollPaddingBottom } = getComputedStyle(canvas);
  const seen = canvas.getBoundingClientRect();
  const below = caret.bottom - seen.bottom + (Number.parseFloat(scrollPaddingBottom) || 0);
  const above = seen.top + (Number.parseFloat(scrollPaddingTop) || 0) - caret.top;
  if (below > 0) canvas.scrollBy({ top: below, behavior: 'instant' });
  else if (above > 0) canvas.scrollBy({ top: -above, behavior: 'instant' });
  return true;
}

/** Scrolls a block into view, once it is rendered. */
export function showBlock(name: string): void {
  const behavior = window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth';
  requestAnimationFrame(() =>
    blockElement(name)?.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior }),
  );
}
