import { useCallback, useState } from 'react';
import type { Design } from '#newsletter/designs/design.ts';
import type { LayoutType } from '#newsletter/document/document.ts';
import { contentWidths, NEWSLETTER_WIDTH, paddingsOf } from '#newsletter/document/layout.ts';
import type { View } from '#web/features/editor/kernel/view.ts';

/** Width of the phone view, in pixels. */
const PHONE_WIDTH = 375;
/** Narrower newsletters stack their columns; the breakpoint of the engine's rules, in pixels. */
const STACKED_BELOW = 480;
/** Margin left and right of a card where columns are stacked; the compiler's rules have it as well. */
const CARD_MARGIN = 12;
/** Margin around the sheet. */
const MIN_MARGIN = 12;
/** Room beside the sheet, in pixels: for a block's actions; for its actions with its name above them. */
const GUTTER = 68;
const NAME_GUTTER = 108;
/** Margin on the side without actions, where there is room for one gutter alone. */
const FAR_MARGIN = 16;

/** The place of a block's actions: `names` and `both` left and right of the sheet, `left` there alone, `none` in the form. */
type Gutter = 'names' | 'both' | 'left' | 'none';

/** The widths of a sheet, in pixels. */
export interface SheetSize {
  readonly width: number;
  /** The factor by which the sheet is drawn smaller to fit beside panel and picker; 1: full size. */
  readonly scale: number;
  readonly gutter: Gutter;
  readonly isStacked: boolean;
  /** Padding left and right of all columns, and beside the content of each. */
  readonly paddings: { readonly outer: number; readonly column: number };
  /** Content width of each column, and of blocks across all columns. */
  readonly contents: readonly number[];
  readonly wide: number;
  /** Margin left and right of each section. */
  readonly cardMargin: number;
}

/** The widths for a newsletter in a given space, all in pixels. A phone lays the newsletter out as a phone's reader sees it. */
export function sheetSize(
  space: number,
  view: View,
  layout: LayoutType,
  design: Design,
  isPhone: boolean,
): SheetSize {
  const max = view === 'phone' ? PHONE_WIDTH : NEWSLETTER_WIDTH;
  const width = isPhone ? Math.max(240, Math.min(max, space - 2 * MIN_MARGIN)) : max;
  const scale = isPhone ? 1 : Math.min(1, Math.max(240, space - GUTTER - FAR_MARGIN) / width);
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
  const gutter = isPhone ? 'none' : gutterFor((space - width) / 2);
  return { width, scale, gutter, isStacked, paddings, contents, wide, cardMargin };
}

function gutterFor(margin: number): Gutter {
  if (margin >= NAME_GUTTER) return 'names';
  return margin >= GUTTER ? 'both' : 'left';
}

/** The distances from the sheet's left edge to a column's, and from the column's right edge to the sheet's, in pixels. */
export function columnEdges(
  { width, isStacked, paddings, contents, cardMargin }: SheetSize,
  index: number,
  isRightToLeft: boolean,
): { readonly start: number; readonly end: number } {
  const edge = paddings.outer + cardMargin;
  const [first = width] = contents;
  const own = (contents[index] ?? first) + 2 * paddings.column;
  const rest = isStacked || contents.length < 2 ? 0 : width - 2 * edge - own;
  const isLeft = (index === 0) !== isRightToLeft;
  return { start: isLeft ? edge : edge + rest, end: isLeft ? edge + rest : edge };
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
