import { useLayoutEffect, useRef } from 'react';
import { openerOf, restoreFocus } from './return-focus.ts';
import { openModals, topModal } from './top-modal.ts';

/** Messages, and their buttons, remain reachable over a dialog. */
const BESIDE = '[data-toasts], [data-announcer]';
/** The element beside a dialog in which its lists open. */
const PORTAL = '[data-portal]';

let behind: readonly HTMLElement[] = [];

/**
 * Inside each dialog: everything behind the top dialog is inert. Mantine's focus trap only gets the keys of the page
 * itself, so that Tab would lead from a frame, or a form that keeps its keys, into the page behind. The guard unmounts
 * before the dialog, so that the focus can be restored at once.
 */
export function ModalGuard() {
  const place = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const modal = place.current?.closest<HTMLElement>('[aria-modal="true"]');
    if (!modal) return;
    const opener = openerOf(document.activeElement);
    openModals.add(modal);
    keepBehindInert();
    // A screen that appears while the dialog is open is behind it, too.
    const observer = new MutationObserver(keepBehindInert);
    for (const { parentElement } of behind) {
      if (parentElement?.matches(PORTAL) === false) observer.observe(parentElement, { childList: true });
    }
    return () => {
      observer.disconnect();
      openModals.delete(modal);
      keepBehindInert();
      // Other code that has a better target moves the focus at once.
      setTimeout(() => restoreFocus(opener));
    };
  }, []);
  return <span ref={place} hidden />;
}

function keepBehindInert(): void {
  for (const element of behind) element.inert = false;
  const top = topModal();
  behind = top === null ? [] : besides(top).filter((element) => !element.inert);
  for (const element of behind) element.inert = true;
}

/** The elements beside the dialog on each level up to the body; inside those with messages, everything but the messages. */
function besides(modal: Element): readonly HTMLElement[] {
  let part = modal;
  // The dialog's own overlay gets the press that closes it.
  while (part.parentElement !== null && !part.parentElement.matches(`${PORTAL}, body`))
    part = part.parentElement;
  const found: HTMLElement[] = [];
  for (; part.parentElement !== null && part !== document.body; part = part.parentElement) {
    for (const sibling of part.parentElement.children) {
      if (sibling !== part) found.push(...withoutMessages(sibling));
    }
  }
  return found;
}

function withoutMessages(element: Element): readonly HTMLElement[] {
  if (!(element instanceof HTMLElement) || element.matches(`${BESIDE}, script, style`)) return [];
  if (element.querySelector(BESIDE) === null) return [element];
  return [...element.children].flatMap(withoutMessages);
}
