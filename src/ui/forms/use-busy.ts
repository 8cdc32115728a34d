import { useState } from 'react';

/**
 * Runs slow actions one at a time and says which one runs, for `BusyButton`; an action that is asked for meanwhile does not run.
 * Whatever the action throws goes to the caller.
 */
export function useBusy<What extends string>() {
  const [busy, setBusy] = useState<What | null>(null);
  async function run(what: What, work: () => Promise<void>): Promise<void> {
    if (busy !== null) return;
    setBusy(what);
    try {
      await work();
    } finally {
      setBusy(null);
    }
  }
  return { busy, run };
}
