import { useEffect } from 'react';
import { type BlockerFunction, useBlocker } from 'react-router';
import { currentSession } from '#web/session/session.ts';
import { mayLeave, wouldLoseSomething } from './leave-guards.ts';

// When the session has ended, the redirect must not be blocked.
const isHeld: BlockerFunction = ({ currentLocation, nextLocation }) =>
  currentSession() !== null && currentLocation.pathname !== nextLocation.pathname && wouldLoseSomething();

/** Holds up navigation while the guards of the screen ask. The only blocker: the router supports just one. */
export function LeaveGuardHost() {
  const blocker = useBlocker(isHeld);
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    let isCurrent = true;
    void mayLeave().then((leaves) => {
      if (!isCurrent) return;
      if (leaves) blocker.proceed();
      else blocker.reset();
    });
    return () => {
      isCurrent = false;
    };
  }, [blocker]);
  return null;
}
