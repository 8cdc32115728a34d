import { useSyncExternalStore } from 'react';

/** Whether hydration is over: false at build time and in the first render of a prerendered page. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  );
}
