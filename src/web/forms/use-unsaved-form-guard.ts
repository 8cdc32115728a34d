import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useBlocker } from 'react-router';
import { confirm } from '#ui/dialogs/confirm.ts';
import { currentSession } from '#web/session/session.ts';

const UNSAVED = { title: 'Leave without saving?', message: 'What you have changed here is not saved yet.' };

/** Asks before another screen is gone to, or the page is closed, while a form holds what is not saved; what is being
 * saved leads on by itself. `words`: of the question, where something else would be lost. */
export function useUnsavedFormGuard(hasUnsaved: () => boolean, words = UNSAVED): void {
  useUnloadGuard(hasUnsaved);
  const client = useQueryClient();
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    // Who is signed out is led away at once.
    if (currentSession() === null || client.isMutating() > 0) return false;
    return currentLocation.pathname !== nextLocation.pathname && hasUnsaved();
  });
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    let isCurrent = true;
    const question = {
      ...words,
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
  }, [blocker, words]);
}

/** Lets the browser ask before the page is closed or loaded anew while a form holds what would go with it. */
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
