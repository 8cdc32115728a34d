import { useEffect, useState } from 'react';

/**
 * `opened` for a dialog whose file is loaded with its first opening: false at first, then what is asked for. The kit notes
 * where the focus was when it sees a dialog change from closed to open, and else could not give it back.
 */
export function useOpened(opened: boolean): boolean {
  const [isThere, setIsThere] = useState(false);
  useEffect(() => setIsThere(true), []);
  return opened && isThere;
}
