import { useLayoutEffect, useRef } from 'react';
import { openerOf, restoreFocus } from './return-focus.ts';
import { openModals, topModal } from './top-modal.ts';

/** What is said, and the answers to it, stay reachable over a dialog. */
const BESIDE = '[data-toasts], [data-announcer]';
/** A dialog's lists open beside it, in here. */
const PORTAL = '[data-portal]';

let behind: readonly HTMLElement[] = [];

/**
 * Inside each dialog: everything behind the one on top is inert. Mantine's trap hears only the keys of the page itself, so that
 * Tab would lead out of a frame, or of a form that keeps its keys, into the page behind. It goes before the dialog does, so that
 * the focus can be given back at once.
 */
export function ModalGuard() {
  const place = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const modal = place.current?.closest<HTMLElement>('[aria-modal="true"]');
    if (!modal) return;
    const opener = openerOf(document.activeElement);
    openModals.add(modal);
    keepBehindInert();
    // A screen that comes while it is open is behind it, too.
    const observer = new MutationObserver(keepBehindInert);
    for (const { parentElement } of behind) {
      if (parentElement?.matches(PORTAL) === false) observer.observe(parentElement, { childList: true });
    }
    return () => {
      observer.disconnect();
      openModals.delete(modal);
      keepBehindInert();
      // Whoever knows better where to go on moves it at once.
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

/** What is beside the dialog on each level up to the body; of what holds messages, all but them. */
function besides(modal: Element): readonly HTMLElement[] {
  let part = modal;
  // Its own overlay takes the press that closes it.
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
