import { useSyncExternalStore } from 'react';

/** False while the first picture of a page that was rendered at the build is taken over, and at the build itself. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  );
}
