import { type Block, columnCount, type LayoutType, type NewsletterDocument } from './document.ts';
import { blocksOf, COLUMN_PERCENTS, withFootersLast } from './layout.ts';
import { heightOf, isAtFoot, isHeading } from './traits.ts';

/** Another layout for a newsletter that is already written. */

/**
 * The same blocks in another layout, each with its name and value. What is read first stays first: two columns become
 * one as a phone stacks them, left first, and one becomes two as in a newspaper, cut once where the columns come out
 * about even, better before a heading, never between one and its text. White space stays only where the number of columns does.
 */
export function changeLayout(document: NewsletterDocument, layout: LayoutType): NewsletterDocument {
  const count = columnCount(layout);
  if (count === document.columns.length) return { ...document, layout };
  const blocks = blocksOf(document);
  const others = blocks.filter((block) => !isAtFoot(block));
  const footers = blocks.filter(isAtFoot);
  const cut = count === 1 ? others.length : cutOf(others, (COLUMN_PERCENTS[layout][0] ?? 50) / 100);
  const columns = [others.slice(0, cut), others.slice(cut)].slice(0, count);
  return withFootersLast({ layout, columns }, columns.with(-1, [...(columns.at(-1) ?? []), ...footers]));
}

/** How much nearer to even a cut before a heading may be passed by, as a share of all. */
const HEADING_BONUS = 0.15;

/** How many blocks go to the left column, whose share of the width is `share`. */
function cutOf(blocks: readonly Block[], share: number): number {
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
