import {
  type Block,
  type BlockType,
  columnCount,
  type LayoutType,
  type NewsletterDocument,
} from './document.ts';
import { blocksOf, COLUMN_PERCENTS, settle } from './layout.ts';
import { plainText } from './rich-text.ts';

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
  const others = blocks.filter(({ type }) => type !== 'footer');
  const footers = blocks.filter(({ type }) => type === 'footer');
  const cut = count === 1 ? others.length : cutOf(others, (COLUMN_PERCENTS[layout][0] ?? 50) / 100);
  const columns = [others.slice(0, cut), others.slice(cut)].slice(0, count);
  return settle({ layout, columns }, columns.with(-1, [...(columns.at(-1) ?? []), ...footers]));
}

/** How much nearer to even a cut before a heading may be passed by, as a share of all. */
const HEADING_BONUS = 0.15;

/** How many blocks go to the left column, whose share of the width is `share`. */
function cutOf(blocks: readonly Block[], share: number): number {
  const heights = blocks.map(heightOf);
  const all = heights.reduce((sum, height) => sum + height, 0);
  let best = { cut: blocks.length, cost: Number.POSITIVE_INFINITY };
  let above = 0;
  for (const [index, height] of heights.entries()) {
    above += height;
    const next = blocks[index + 1];
    const isHeading = blocks[index]?.type === 'heading';
    if (isHeading && next !== undefined && next.type !== 'heading') continue;
    const cost = Math.abs(above / all - share) - (next?.type === 'heading' ? HEADING_BONUS : 0);
    if (cost < best.cost) best = { cut: index + 1, cost };
  }
  return best.cut;
}

/** Pixels that a block takes in a middling column, about: enough to see where a page is half full. */
function heightOf(block: Block): number {
  const heights: { readonly [Type in BlockType]: (value: Block<Type>['value']) => number } = {
    heading: () => 50,
    text: ({ html }) => textHeight(html),
    boxed_text: ({ html }) => textHeight(html) + 40,
    divider: () => 20,
    image: () => 200,
    image_group: ({ images }) => 200 * Math.ceil(images.length / 2),
    video: () => 220,
    social_media: () => 60,
    button: () => 60,
    attendance: ({ rows }) => 20 + 46 * rows.length,
    download: () => 80,
    event: ({ rows }) => 20 + 76 * rows.length,
    footer: () => 0,
  };
  return heightIn(heights, block);
}

function heightIn<Type extends BlockType>(
  heights: { readonly [T in Type]: (value: Block<T>['value']) => number },
  block: Block<Type>,
): number {
  return heights[block.type](block.value);
}

const LINE = { height: 25, characters: 36 } as const;

function textHeight(html: string): number {
  const lines = plainText(html)
    .split('\n')
    .map((line) => Math.max(1, Math.ceil(line.length / LINE.characters)));
  return 16 + LINE.height * lines.reduce((sum, each) => sum + each, 0);
}
