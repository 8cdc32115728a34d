import { useWindowEvent } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { confirm } from '#ui/dialogs/confirm.ts';
import { currentSession } from '#web/session/session.ts';
import { useLeaveGuard } from './leave-guards.ts';

interface LeaveQuestion {
  readonly title: string;
  readonly message: string;
}

const UNSAVED_QUESTION: LeaveQuestion = {
  title: 'Leave without saving?',
  message: 'What you have changed here is not saved yet.',
};

/**
 * Asks for confirmation before navigating away or closing the page while a form has unsaved changes. Navigation during
 * a mutation is not blocked, because saving navigates itself. `question` replaces the usual one.
 */
export function useUnsavedFormGuard(hasUnsaved: () => boolean, question = UNSAVED_QUESTION): void {
  const client = useQueryClient();
  useUnloadGuard(hasUnsaved);
  useLeaveGuard({
    holds: () => client.isMutating() === 0 && hasUnsaved(),
    ask: () => askToLeave(question),
  });
}

/**
 * Asks for confirmation before navigating away or closing the page while something that is shown only once has not been
 * kept: neither copied nor saved nor said to be kept.
 */
export function useUnkeptGuard(isUnkept: () => boolean, question: LeaveQuestion): void {
  useUnloadGuard(isUnkept);
  useLeaveGuard({ holds: isUnkept, ask: () => askToLeave(question) });
}

function askToLeave(question: LeaveQuestion): Promise<boolean> {
  return confirm({ ...question, confirmLabel: 'Leave', cancelLabel: 'Stay', destructive: true });
}

/** Makes the browser ask before the page is closed or reloaded while a form has unsaved changes. */
export function useUnloadGuard(hasUnsaved: () => boolean): void {
  useWindowEvent('beforeunload', (event) => {
    if (currentSession() !== null && hasUnsaved()) event.preventDefault();
  });
}
