import { type RefObject, useLayoutEffect } from 'react';
import { useTools } from '#web/features/editor/kernel/tools.tsx';

/** The distance between the window's edge and the parts beside a block, in pixels. */
const MARGIN = 12;

/**
 * Puts the actions of the selected block above its name if there is no room for them below: the name stays at its block.
 */
export function useRailSide(rail: RefObject<HTMLElement | null>): void {
  const { scroller } = useTools();
  useLayoutEffect(() => {
    const gutter = rail.current?.parentElement;
    const block = rail.current?.closest('[data-block]');
    const canvas = scroller.current;
    if (!gutter || !block || canvas === null) return;
    const place = () => {
      const { height } = gutter.getBoundingClientRect();
      const { top } = block.getBoundingClientRect();
      const seen = canvas.getBoundingClientRect();
      const below = seen.bottom - MARGIN - top;
      const isAbove = below < height && top - seen.top > below;
      gutter.toggleAttribute('data-above', isAbove);
      gutter.style.setProperty('--actions', `${rail.current?.offsetHeight ?? 0}px`);
    };
    place();
    const observer = new ResizeObserver(place);
    for (const part of [gutter, block, canvas]) observer.observe(part);
    canvas.addEventListener('scroll', place, { passive: true });
    return () => {
      observer.disconnect();
      canvas.removeEventListener('scroll', place);
      gutter.removeAttribute('data-above');
    };
  }, [rail, scroller]);
}
