import { useEffect, useState } from 'react';

/**
 * The `opened` prop of a dialog that is loaded on its first opening: false on the first render, then `opened`. Mantine
 * remembers the focus to restore only when a dialog changes from closed to open.
 */
export function useOpenedAfterMount(opened: boolean): boolean {
  const [isMounted, setIsMounted] = useState(false);
  useEffect(() => setIsMounted(true), []);
  return opened && isMounted;
}
