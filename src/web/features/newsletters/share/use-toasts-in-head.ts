import { useEffect } from 'react';

/** If the header has less room, toasts stay in the corner of the window; in pixels. */
const MIN_ROOM = 320;

/** Shows toasts in the header's empty middle if there is room: elsewhere they would cover the ways to share. */
export function useToastsInHead(): void {
  useEffect(() => {
    const { documentElement: root } = document;
    const tabs = document.querySelector('header nav');
    const account = tabs?.nextElementSibling;
    if (!tabs || !account) return;
    const place = () => {
      const { right: from, top, bottom } = tabs.getBoundingClientRect();
      const to = account.getBoundingClientRect().left;
      const isInHead = to - from >= MIN_ROOM && top >= 0;
      root.toggleAttribute('data-toasts-in-head', isInHead);
      const { clientWidth, clientHeight } = root;
      const inset = `${top}px ${clientWidth - to}px ${clientHeight - bottom}px ${from}px`;
      root.style.setProperty('--toasts-inset', isInHead ? inset : '');
    };
    const observer = new ResizeObserver(place);
    for (const part of [root, tabs, account]) observer.observe(part);
    return () => {
      observer.disconnect();
      root.removeAttribute('data-toasts-in-head');
      root.style.removeProperty('--toasts-inset');
    };
  }, []);
}
