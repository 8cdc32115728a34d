import { topModal } from '#ui/dialogs/top-modal.ts';
import { focusContent } from './focus-content.ts';

/**
 * Keeps the focus from falling to the page's body, where a keyboard starts again at the top and a screen reader falls
 * silent. Code that removes a focused element may move the focus itself; this is for all code that does not.
 */

const FOCUSABLE =
  'a[href], button:enabled, input:enabled:not([type="hidden"], [type="file"]), select:enabled, textarea:enabled, summary, [contenteditable="true"], [tabindex="0"]';
/** Parts of a list: the neighbour of a removed part takes over. */
const ROWS = 'li, tr, article';
/** Parts whose first control takes over, and parts whose heading does. */
const GROUPS = 'fieldset, [role="group"], [role="radiogroup"], [role="toolbar"]';
const REGIONS = 'dialog, [role="dialog"], section, aside, form, main';
const HEADINGS = 'h2, h3';
/** Short messages and what opens over the page: the focus goes back to where it came from. */
const PASSING = '[role="status"], [role="alert"], [data-portal]';
const MODAL = '[aria-modal="true"]';
/** More than a form has fields: after its last field, the focus can still return to what opened it. */
const REMEMBERED = 100;

/** Where a removed element was. */
interface Place {
  readonly parent: Node;
  readonly row: boolean;
  readonly next: Node | null;
  readonly previous: Node | null;
}

/** Starts watching; returns the function that stops. */
export function keepFocus(): () => void {
  let focused: HTMLElement[] = [];
  let place: Place | null = null;
  let frame = 0;
  const controller = new AbortController();
  const listen = { capture: true, signal: controller.signal } as const;
  const remember = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return;
    focused = [target, ...focused.filter((each) => each !== target)].slice(0, REMEMBERED);
    place = null;
  };
  const recover = () => {
    const [last] = focused;
    if (!isNowhere() || last === undefined || canHaveFocus(last)) return;
    const lost = place ?? {
      parent: last.parentNode ?? document.body,
      row: false,
      next: null,
      previous: null,
    };
    place = null;
    if (focusNear(lost, focused)) return;
    const modal = topModal();
    if (modal === null) focusContent();
    else focusStartOf(modal);
  };
  const observer = new MutationObserver((records) => {
    const [last] = focused;
    if (last === undefined) return;
    place ??= placeOf(last, records);
    cancelAnimationFrame(frame);
    // Two frames: code that moves the focus after a change has done so by then.
    frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(recover);
    });
  });
  // A press on empty ground takes the focus away on purpose.
  const forget = () =>
    setTimeout(() => {
      if (isNowhere() && focused[0]?.isConnected) focused = [];
    });
  document.addEventListener('focusin', remember, listen);
  document.addEventListener('mousedown', forget, listen);
  observer.observe(document.body, {
    subtree: true,
    childList: true,
    attributeFilter: ['disabled', 'hidden', 'inert'],
  });
  return () => {
    controller.abort();
    observer.disconnect();
    cancelAnimationFrame(frame);
  };
}

function isNowhere(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

function canHaveFocus(element: HTMLElement): boolean {
  const isOff = element.matches(':disabled') || element.closest('[inert]') !== null;
  return element.isConnected && !isOff && element.checkVisibility();
}

function placeOf(last: HTMLElement, records: readonly MutationRecord[]): Place | null {
  for (const { target: parent, removedNodes, nextSibling: next, previousSibling: previous } of records) {
    for (const node of removedNodes) {
      if (!node.contains(last)) continue;
      return { parent, row: node instanceof Element && node.matches(ROWS), next, previous };
    }
  }
  return null;
}

function focusNear({ parent, row, next, previous }: Place, earlier: readonly HTMLElement[]): boolean {
  if (row && (focusFirstIn(next) || focusFirstIn(previous))) return true;
  if (isPassing(parent)) {
    const before = earlier.find(canHaveFocus);
    before?.focus();
    return before !== undefined;
  }
  for (let part = elementOf(parent); part !== null; part = part.parentElement) {
    if (part.matches(GROUPS) && focusFirstIn(part)) return true;
    if (part.matches(MODAL)) return focusStartOf(part);
    if (part.matches(REGIONS) && focusHeadingOf(part)) return true;
  }
  return false;
}

// A dialog stays although it is in a portal.
function isPassing(parent: Node): boolean {
  if (!parent.isConnected || parent === document.body) return true;
  const place = elementOf(parent);
  const passing = place?.closest(PASSING) ?? null;
  const modal = place?.closest(MODAL) ?? null;
  return passing !== null && (modal === null || modal.contains(passing));
}

/** Focuses the element that a dialog wants to start with, or else its heading. */
function focusStartOf(modal: Element): boolean {
  return (
    focusFirstIn(modal.querySelector('[data-autofocus]')) || focusHeadingOf(modal) || focusFirstIn(modal)
  );
}

function elementOf(node: Node): Element | null {
  return node instanceof Element ? node : node.parentElement;
}

function focusFirstIn(node: Node | null): boolean {
  if (!(node instanceof HTMLElement) || !node.isConnected) return false;
  const parts = [node, ...node.querySelectorAll<HTMLElement>(FOCUSABLE)];
  const first = parts.find((part) => part.matches(FOCUSABLE) && canHaveFocus(part));
  first?.focus();
  return first !== undefined;
}

function focusHeadingOf(region: Element): boolean {
  // The screen's own heading first: a navigation beside it has headings too.
  const heading = region.querySelector<HTMLElement>('h1') ?? region.querySelector<HTMLElement>(HEADINGS);
  if (heading === null || !canHaveFocus(heading)) return false;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  return true;
}
