import { useEffect } from 'react';
import { blockElement } from '#web/features/editor/kernel/places/focus.ts';

/** Keeps a block in sight while it is filled in by its form and grows. The browser keeps a caret on the page in sight anyway. */
export function useKeepInView(name: string, isShown: boolean): void {
  useEffect(() => {
    const slot = isShown ? blockElement(name) : null;
    const canvas = document.getElementById('main');
    if (slot === null || canvas === null) return;
    let before = slot.offsetHeight;
    const observer = new ResizeObserver(() => {
      const height = slot.offsetHeight;
      if (height > before && height < canvas.clientHeight && !slot.contains(document.activeElement))
        slot.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
      before = height;
    });
    observer.observe(slot);
    return () => observer.disconnect();
  }, [name, isShown]);
}
