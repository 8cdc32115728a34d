import { useCallback, useState } from 'react';
import type { LayoutType } from '#newsletter/document/document.ts';
import {
  COLUMN_PADDING,
  COLUMN_PERCENTS,
  NEWSLETTER_WIDTH,
  OUTER_PADDING,
} from '#newsletter/document/layout.ts';

/** How the canvas shows the newsletter: as a page on a desktop or a phone, or as a mail. */
export type View = 'desktop' | 'phone' | 'mail';

/** Width of the phone view, in pixels. */
const PHONE_WIDTH = 375;
/** Narrower newsletters stack their columns; the breakpoint of the engine's rules, in pixels. */
const STACKED_BELOW = 480;
/**
 * On phones: padding of the page around its columns (see `src/newsletter/render/page.ts`), and margin around the sheet.
 */
const PHONE_PADDING = 8;
const MIN_MARGIN = 12;

/** The widths of a sheet, in pixels. */
export interface SheetSize {
  readonly width: number;
  readonly isStacked: boolean;
  /** Content width of each column. */
  readonly contents: readonly number[];
}

/** The widths for a newsletter in a given space, all in pixels. */
export function sheetSize(space: number, view: View, layout: LayoutType): SheetSize {
  const max = view === 'phone' ? PHONE_WIDTH : NEWSLETTER_WIDTH;
  const width = Math.max(240, Math.min(max, space - 2 * MIN_MARGIN));
  const isStacked = width < STACKED_BELOW;
  const inner = width - 2 * (isStacked ? PHONE_PADDING : OUTER_PADDING);
  const contents = COLUMN_PERCENTS[layout].map(
    (percent) => Math.floor(isStacked ? inner : (inner * percent) / 100) - 2 * COLUMN_PADDING,
  );
  return { width, isStacked, contents };
}

/** Observes the width of an element, in pixels; null until it is mounted. */
export function useWidth(): {
  readonly ref: (element: HTMLElement | null) => void;
  readonly width: number | null;
} {
  const [width, setWidth] = useState<number | null>(null);
  const ref = useCallback((element: HTMLElement | null) => {
    if (element === null) return;
    setWidth(element.clientWidth);
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, width };
}
