import { useEffect } from 'react';

/** Calls `cancel` on Escape while a dialog is loading. Null: no dialog is loading. */
export function useEscapeWhileLoading(cancel: (() => void) | null): void {
  useEffect(() => {
    if (cancel === null) return;
    const listen = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      // Nothing below the dialog may react.
      event.preventDefault();
      cancel();
    };
    window.addEventListener('keydown', listen, { capture: true });
    return () => window.removeEventListener('keydown', listen, { capture: true });
  }, [cancel]);
}
