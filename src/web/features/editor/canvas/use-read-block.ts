import { type RefObject, useEffect, useRef } from 'react';

/**
 * Screen readers read a drawn block and can press its links. From the canvas a link leads nowhere: any press opens the
 * block.
 */
export function useReadBlock(host: RefObject<HTMLElement | null>, open: () => void): void {
  const latest = useRef(open);
  latest.current = open;
  useEffect(() => {
    const { current: drawn } = host;
    const press = (event: Event) => {
      event.preventDefault();
      latest.current();
    };
    drawn?.addEventListener('click', press);
    return () => drawn?.removeEventListener('click', press);
  }, [host]);
}
