import { useState } from 'react';

/**
 * Runs slow actions one at a time and returns the running one, for `BusyButton`. Actions started meanwhile are ignored.
 * The caller gets the action's errors.
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
