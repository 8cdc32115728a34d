import { useEffect } from 'react';

/** Escape, while a dialog that was asked for is still on its way: `leave` takes the question back. Null: none is. */
export function useEscapeWhileLoading(leave: (() => void) | null): void {
  useEffect(() => {
    if (leave === null) return;
    const listen = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      // For nobody else: what stands below stays as it is.
      event.preventDefault();
      leave();
    };
    window.addEventListener('keydown', listen, { capture: true });
    return () => window.removeEventListener('keydown', listen, { capture: true });
  }, [leave]);
}
