import { openerOf, restoreFocus } from './return-focus.ts';

/** A question before an action that cannot be undone. */
export interface ConfirmQuestion {
  /** Names the affected object. */
  readonly title: string;
  readonly message?: string | undefined;
  /** Names the action: 'Delete newsletter'. */
  readonly confirmLabel: string;
  readonly cancelLabel?: string | undefined;
  /** Names another action, for `choose()`. */
  readonly otherLabel?: string;
  readonly destructive?: boolean | undefined;
}
/** Yes, no, or the other action. */
export type ConfirmAnswer = boolean | 'other';
interface OpenQuestion extends ConfirmQuestion {
  readonly answer: (answer: ConfirmAnswer) => void;
}

let current: OpenQuestion | null = null;
const listeners = new Set<() => void>();

/** Asks a question and resolves to the answer. Dismissing it (Escape, a click outside) is a no. */
export async function confirm(question: ConfirmQuestion): Promise<boolean> {
  return (await choose(question)) === true;
}

/** Asks which of two actions is wanted. Dismissing it is a no. */
export function choose(question: ConfirmQuestion): Promise<ConfirmAnswer> {
  current?.answer(false);
  const opener = openerOf(document.activeElement);
  return new Promise((resolve) => {
    change({
      ...question,
      answer: (answer) => {
        change(null);
        resolve(answer);
        setTimeout(() => restoreFocus(opener));
      },
    });
  });
}

function change(next: OpenQuestion | null): void {
  current = next;
  for (const listener of [...listeners]) listener();
}

/** For `ConfirmHost`. */
export const confirmStore = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  current: () => current,
} as const;
