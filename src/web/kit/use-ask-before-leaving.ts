import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { currentSession } from '../session.ts';
import { confirm } from './confirm.ts';

/** Asks before another screen is gone to while a form holds what is not saved; what is being saved leads on by itself. */
export function useAskBeforeLeaving(hasUnsaved: () => boolean): void {
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
      title: 'Leave without saving?',
      message: 'What you have changed here is not saved yet.',
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
  }, [blocker]);
}
