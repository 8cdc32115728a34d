import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useBlocker } from 'react-router';
import { confirm } from '#ui/dialogs/confirm.ts';
import { currentSession } from '#web/session/session.ts';

const UNSAVED_QUESTION = {
  title: 'Leave without saving?',
  message: 'What you have changed here is not saved yet.',
};

/**
 * Asks for confirmation before navigating away or closing the page while a form has unsaved changes. Navigation during
 * a mutation is not blocked, because saving navigates itself. `text` replaces the text of the question.
 */
export function useUnsavedFormGuard(hasUnsaved: () => boolean, text = UNSAVED_QUESTION): void {
  useUnloadGuard(hasUnsaved);
  const client = useQueryClient();
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    // When the session has ended, the redirect must not be blocked.
    if (currentSession() === null || client.isMutating() > 0) return false;
    return currentLocation.pathname !== nextLocation.pathname && hasUnsaved();
  });
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    let isCurrent = true;
    const question = {
      ...text,
      confirmLabel: 'Leave',
      cancelLabel: 'Stay',
    };
    void confirm(question).then((leaves) => {
      if (!isCurrent) return;
      if (leaves) blocker.proceed();
      else blocker.reset();
    });
    return () => {
      isCurrent = false;
    };
  }, [blocker, text]);
}

/** Makes the browser ask before the page is closed or reloaded while a form has unsaved changes. */
export function useUnloadGuard(hasUnsaved: () => boolean): void {
  const latest = useRef(hasUnsaved);
  latest.current = hasUnsaved;
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (currentSession() !== null && latest.current()) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, []);
}
