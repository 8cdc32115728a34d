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
  return new Promise((resolve) => {
    change({
      ...question,
      answer: (yes) => {
        change(null);
        resolve(yes);
      },
    });
  });
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
