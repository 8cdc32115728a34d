/** A question before something that cannot be undone. */
export interface Question {
  /** With the name of the thing in it. */
  readonly title: string;
  readonly message?: string | undefined;
  /** Says what happens: 'Delete newsletter'. */
  readonly confirmLabel: string;
  readonly cancelLabel?: string | undefined;
  readonly destructive?: boolean | undefined;
}
interface Asked extends Question {
  readonly answer: (yes: boolean) => void;
}

let asked: Asked | null = null;
const listeners = new Set<() => void>();

/** Asks, and resolves to the answer; leaving the question (Escape, a click outside) is no. */
export function confirm(question: Question): Promise<boolean> {
  asked?.answer(false);
  const opener = openerOf(document.activeElement);
  return new Promise((resolve) => {
    change({
      ...question,
      answer: (yes) => {
        change(null);
        resolve(yes);
        setTimeout(() => giveFocusBack(opener));
      },
    });
  });
}

// The item of a menu is gone with its menu: then the button that opened the menu stands for it.
function openerOf(element: Element | null): Element | null {
  const menu = element?.closest('[role="menu"]');
  return menu ? document.querySelector(`[aria-controls="${menu.id}"]`) : element;
}

function giveFocusBack(opener: Element | null): void {
  const nowhere = document.activeElement === null || document.activeElement === document.body;
  if (nowhere && opener instanceof HTMLElement && opener.isConnected) opener.focus();
}

function change(next: Asked | null): void {
  asked = next;
  for (const listener of [...listeners]) listener();
}

/** For `ConfirmHost`. */
export const confirmStore = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  current: () => asked,
} as const;
