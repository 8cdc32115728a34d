import { withFootersLast } from './arrange.ts';
import { type Block, columnCount, isAtFoot, type LayoutType, type NewsletterDocument } from './document.ts';
import { blocksOf, COLUMN_PERCENTS } from './layout.ts';
import { type Segment, segmentColumns } from './segments.ts';
import { heightOf, isHeading } from './traits.ts';

/**
 * Changes the layout and keeps the reading order. Two columns become one as a phone stacks them, left first. One column
 * is split once where the columns are about even, preferably before a heading, never between a heading and its text.
 * White space is kept only if the number of columns stays the same.
 */
export function changeLayout(document: NewsletterDocument, layout: LayoutType): NewsletterDocument {
  const count = columnCount(layout);
  if (count === document.columns.length) return { ...document, layout };
  const blocks = blocksOf(document);
  const footers = blocks.filter(isAtFoot);
  const others = blocks.filter((block) => !isAtFoot(block));
  const share = (COLUMN_PERCENTS[layout][0] ?? 50) / 100;
  const columns = count === 1 ? [others] : segmentColumns(segmentsIn(others, share), count);
  const changed = { ...document, layout, columns };
  return withFootersLast(changed, columns.with(-1, [...(columns.at(-1) ?? []), ...footers]));
}

/** Splits the blocks between wide ones into two columns; wide blocks stay wide. */
function segmentsIn(blocks: readonly Block[], share: number): Segment<Block>[] {
  const segments: Segment<Block>[] = [];
  let from = 0;
  for (const [index, block] of [...blocks.entries(), [blocks.length, null] as const]) {
    if (block !== null && !block.wide) continue;
    const between = blocks.slice(from, index);
    const cut = splitIndex(between, share);
    segments.push({ columns: [between.slice(0, cut), between.slice(cut)] });
    if (block !== null) segments.push({ wide: block });
    from = index + 1;
  }
  return segments;
}

/** How much less even a split before a heading may be, as a share of the total height. */
const HEADING_BONUS = 0.15;

/** How many blocks go to the left column, which has this share of the width. */
function splitIndex(blocks: readonly Block[], share: number): number {
  const heights = blocks.map((block) => heightOf(block));
  const all = heights.reduce((sum, height) => sum + height, 0);
  let best = { cut: blocks.length, cost: Number.POSITIVE_INFINITY };
  let above = 0;
  for (const [index, height] of heights.entries()) {
    above += height;
    const next = blocks[index + 1];
    if (isHeading(blocks[index]) && next !== undefined && !isHeading(next)) continue;
    const cost = Math.abs(above / all - share) - (isHeading(next) ? HEADING_BONUS : 0);
    if (cost < best.cost) best = { cut: index + 1, cost };
  }
  return best.cut;
}
