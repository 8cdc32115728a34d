import { useEffect, useRef } from 'react';

/** Guards changes that leaving the screen would lose. The router knows one blocker only, so all share `LeaveGuardHost`. */
export interface LeaveGuard {
  /** Whether something would be lost. */
  readonly holds: () => boolean;
  /** Asks, or saves; resolves to whether the person may leave. */
  readonly ask: () => Promise<boolean>;
}

const guards = new Set<LeaveGuard>();

/** While the component is shown, `guard` asks before the screen is left. */
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

/** Lets all guards that hold something ask, one after the other; resolves to whether the person leaves. */
export async function mayLeave(): Promise<boolean> {
  for (const guard of [...guards]) if (guard.holds() && !(await guard.ask())) return false;
  return true;
}
