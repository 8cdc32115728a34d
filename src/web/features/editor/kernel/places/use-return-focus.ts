import { useEffect, useState } from 'react';
import { focusCanvas } from '#web/features/editor/kernel/places/focus.ts';

/**
 * Gives the focus back to what opened a dialog that goes at once, and so gives none back by itself; to the canvas, if that is gone.
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
