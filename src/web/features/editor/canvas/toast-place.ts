import type { EditorSession } from '#web/features/editor/kernel/editor-session.ts';

/** With less room in the header, messages are shown at the foot of the canvas; in pixels. */
const MIN_ROOM = 320;
/** The distance between the words that are typed and a message, in pixels. */
const MARGIN = 12;

/**
 * Places messages where they cover nothing that is used: in the empty middle of the header, or else at the foot of the
 * canvas, above sheets, tools and keyboard. There the words at the caret are scrolled out from under them. Returns a stop function.
 */
export function placeToasts(editor: HTMLElement, editing: EditorSession): () => void {
  const { documentElement: root } = document;
  const host = document.querySelector('[data-toasts]');
  // The messages that were higher than the header: there they would cover what is below it.
  let tooHigh: string | null = null;
  const place = () => {
    const room = editor.querySelector('[data-room]')?.getBoundingClientRect();
    const words = host?.textContent ?? '';
    const isInHead = room !== undefined && room.width >= MIN_ROOM && words !== tooHigh;
    root.toggleAttribute('data-toasts-in-head', isInHead);
    const inset = isInHead ? insetOf(room, `${room.top}px`) : footOf(editor);
    root.style.setProperty('--toasts-inset', inset);
    if (isInHead && isHigherThan(room.height, host)) {
      tooHigh = words;
      place();
      return;
    }
    const covered = isInHead || host === null ? 0 : heightOf(host);
    editor.style.setProperty('--toasts', `${covered}px`);
    if (covered > 0) showCaret(editor, covered);
  };
  // Once the browser has laid out the change.
  const later = () => void requestAnimationFrame(place);
  place();
  const observer = new ResizeObserver(later);
  for (const part of [host, editor, editor.querySelector('[data-room]')]) if (part) observer.observe(part);
  const stop = editing.store.subscribe((now, before) => {
    if (now.selected !== before.selected) later();
  });
  const { visualViewport } = window;
  visualViewport?.addEventListener('resize', later);
  document.addEventListener('focusin', later);
  // A sheet has come up.
  document.addEventListener('animationend', later);
  return () => {
    observer.disconnect();
    stop();
    visualViewport?.removeEventListener('resize', later);
    document.removeEventListener('focusin', later);
    document.removeEventListener('animationend', later);
    root.removeAttribute('data-toasts-in-head');
    root.style.removeProperty('--toasts-inset');
  };
}

function insetOf({ left, right, bottom }: Place, top = 'auto'): string {
  const { clientWidth, clientHeight } = document.documentElement;
  return `${top} ${clientWidth - right}px ${clientHeight - bottom}px ${left}px`;
}
type Place = Pick<DOMRect, 'left' | 'right' | 'bottom'>;

/** The foot of the canvas, above anything that covers it. */
function footOf(editor: HTMLElement): string {
  const canvas = editor.querySelector('#main')?.getBoundingClientRect();
  if (canvas === undefined) return '';
  const tops = [...editor.querySelectorAll('[data-over-canvas]')].map((part) => part.getBoundingClientRect());
  const over = tops.filter(({ height, top }) => height > 0 && top > canvas.top).map(({ top }) => top);
  const { left, right, bottom } = canvas;
  return insetOf({ left, right, bottom: Math.min(bottom, ...over) });
}

function isHigherThan(height: number, host: Element | null): boolean {
  const shown = [...(host?.querySelectorAll('[data-kind]') ?? [])];
  return shown.some((each) => each.getBoundingClientRect().height > height);
}

function heightOf(host: Element): number {
  const tops = [...host.querySelectorAll('[data-kind]')].map((each) => each.getBoundingClientRect());
  const shown = tops.filter(({ height }) => height > 0);
  if (shown.length === 0) return 0;
  return Math.round(host.getBoundingClientRect().bottom - Math.min(...shown.map(({ top }) => top)));
}

function showCaret(editor: HTMLElement, covered: number): void {
  const canvas = editor.querySelector('#main');
  const selection = document.getSelection();
  if (canvas === null || !document.activeElement?.closest('[data-block] [contenteditable]')) return;
  if (selection === null || selection.rangeCount === 0) return;
  const words = selection.getRangeAt(0);
  const [caret] = words.getClientRects();
  const { bottom } = caret ?? document.activeElement.getBoundingClientRect();
  const top = document.querySelector('[data-toasts]')?.getBoundingClientRect().bottom ?? 0;
  const hidden = bottom + MARGIN - (top - covered);
  if (hidden > 0) canvas.scrollBy({ top: hidden, behavior: 'instant' });
}
