import { useEffect, useRef } from 'react';

/** What would be lost if a screen were left now. The router knows one blocker only, so all guards share `LeaveGuardHost`. */
export interface LeaveGuard {
  /** Whether something would be lost. */
  readonly holds: () => boolean;
  /** Asks, or saves; resolves to whether the person may leave. */
  readonly ask: () => Promise<boolean>;
}

const guards = new Set<LeaveGuard>();

/** Has `guard` asked before the screen is left, for as long as the component is shown. */
export function useLeaveGuard(guard: LeaveGuard): void {
  const latest = useRef(guard);
  latest.current = guard;
  useEffect(() => {
    const registered = { holds: () => latest.current.holds(), ask: () => latest.current.ask() };
    guards.add(registered);
    return () => {
      guards.delete(registered);
    };
  }, []);
}

/** Whether something would be lost by leaving now. */
export function wouldLoseSomething(): boolean {
  return [...guards].some((guard) => guard.holds());
}

/** Asks what is to be asked before leaving, one question after the other; resolves to whether the person leaves. */
export async function mayLeave(): Promise<boolean> {
  for (const guard of [...guards]) if (guard.holds() && !(await guard.ask())) return false;
  return true;
}
