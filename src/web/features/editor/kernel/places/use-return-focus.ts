import { useEffect, useState } from 'react';
import { focusCanvas } from './focus.ts';

/**
 * Returns the focus to the element that opened a dialog, or to the canvas if that was removed: for dialogs that close at once,
 * and so return no focus themselves.
 */
export function useReturnFocus(): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (opener instanceof HTMLElement && opener.isConnected && opener !== document.body) opener.focus();
      else focusCanvas();
    },
    [opener],
  );
}
