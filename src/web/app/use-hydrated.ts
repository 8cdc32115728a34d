import { useSyncExternalStore } from 'react';

/** Whether hydration has finished: false at build time and in the first render of a prerendered page. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  );
}
