import { openerOf, restoreFocus } from '#ui/dialogs/return-focus.ts';
import { currentSession, onSessionChange } from './session.ts';

/** The question who the person is, which the server wants answered again. */
export interface ConfirmPersonRequest {
  /** The ids of the ways to prove it, the easiest first; empty if the person can only log in again. */
  readonly ways: readonly string[];
  /** Call it with true once the server has the proof, or with false if the person declines. */
  readonly answer: (confirmed: boolean) => void;
}

interface Asked {
  readonly question: ConfirmPersonRequest;
  readonly answered: Promise<boolean>;
  /** The token of the session that is asked: another person's later proof does not help its calls. */
  readonly token: string | undefined;
}

let current: Asked | null = null;
const listeners = new Set<() => void>();

/** Asks who the person is; resolves to whether they have proved it. Calls that are refused at the same time share one question. */
export function confirmPerson(ways: readonly string[]): Promise<boolean> {
  if (current !== null) return current.answered;
  const opener = openerOf(document.activeElement);
  const { promise: answered, resolve } = Promise.withResolvers<boolean>();
  const answer = (confirmed: boolean) => {
    // A proof that was under way when the question was cancelled comes late: the next question may be open already.
    if (current?.question !== question) return;
    change(null);
    resolve(confirmed);
    setTimeout(() => restoreFocus(opener));
  };
  const question = { ways, answer };
  change({ question, answered, token: currentSession()?.accessToken });
  return answered;
}

function change(next: Asked | null): void {
  current = next;
  for (const listener of [...listeners]) listener();
}

onSessionChange(() => {
  if (current !== null && current.token !== currentSession()?.accessToken) current.question.answer(false);
});

/** For `ConfirmPersonHost`. */
export const confirmPersonStore = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  current: () => current?.question ?? null,
} as const;
