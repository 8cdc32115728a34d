import { useCallback, useState } from 'react';
import type { Design } from '#newsletter/designs/design.ts';
import type { LayoutType } from '#newsletter/document/document.ts';
import { contentWidths, NEWSLETTER_WIDTH, paddingsOf } from '#newsletter/document/layout.ts';

/** How the canvas shows the newsletter: as a page on a desktop or a phone, or as a mail. */
export type View = 'desktop' | 'phone' | 'mail';

/** Width of the phone view, in pixels. */
const PHONE_WIDTH = 375;
/** Narrower newsletters stack their columns; the breakpoint of the engine's rules, in pixels. */
const STACKED_BELOW = 480;
/** Margin left and right of a card in there; the compiler's rules have it as well. */
const CARD_MARGIN = 12;
/** Margin around the sheet. */
const MIN_MARGIN = 12;

/** The widths of a sheet, in pixels. */
export interface SheetSize {
  readonly width: number;
  readonly isStacked: boolean;
  /** Padding left and right of all columns, and beside the content of each. */
  readonly paddings: { readonly outer: number; readonly column: number };
  /** Content width of each column, and of blocks across all columns. */
  readonly contents: readonly number[];
  readonly wide: number;
  /** Margin left and right of each section. */
  readonly cardMargin: number;
}

/** The widths for a newsletter in a given space, all in pixels. */
export function sheetSize(space: number, view: View, layout: LayoutType, design: Design): SheetSize {
  const max = view === 'phone' ? PHONE_WIDTH : NEWSLETTER_WIDTH;
  const width = Math.max(240, Math.min(max, space - 2 * MIN_MARGIN));
  const isStacked = width < STACKED_BELOW;
  const spacing = isStacked ? { padding: design.phonePadding, gap: design.gap } : design;
  const paddings = paddingsOf(spacing);
  const cardMargin = isStacked && design.cards !== null ? CARD_MARGIN : 0;
  const room = width - 2 * cardMargin;
  const [wide = room] = contentWidths('one_column', spacing, room);
  const contents = contentWidths(layout, spacing, room).map((content, index) => {
    if (isStacked) return wide;
    return design.hasRules && index > 0 ? content - 1 : content;
  });
  return { width, isStacked, paddings, contents, wide, cardMargin };
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
