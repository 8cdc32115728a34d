import type { Block } from '../document.ts';
import { parseRichText, type RichElement, type RichNode, type RichTag, richTextHtml } from '../rich-text.ts';

/** Looking into rich text, and changing it in one place. */

/** An element of rich text; `index` counts those of its tag in the order of the text, from 0. */
export interface RichPlace {
  readonly element: RichElement;
  readonly index: number;
  readonly words: string;
}

// Blocks don't change, they are replaced: what was read once holds as long as the block.
const read = new WeakMap<Block, readonly RichNode[]>();

/** The rich text of a text or a boxed text, read; null for other blocks. */
export function richTextOf(block: Block): readonly RichNode[] | null {
  if (block.type !== 'text' && block.type !== 'boxed_text') return null;
  const known = read.get(block);
  if (known !== undefined) return known;
  const nodes = parseRichText(block.value.html);
  read.set(block, nodes);
  return nodes;
}

/** The block with other rich text. Other blocks stay as they are. */
export function withRichText(block: Block, nodes: readonly RichNode[]): Block {
  const html = richTextHtml(nodes);
  if (block.type === 'text') return { ...block, value: { html } };
  return block.type === 'boxed_text' ? { ...block, value: { ...block.value, html } } : block;
}

/** All elements of some tags, in the order of the text. */
export function elementsOf<Tag extends RichTag>(
  nodes: readonly RichNode[],
  tags: readonly Tag[],
): (RichPlace & { readonly tag: Tag })[] {
  const counts = new Map<Tag, number>();
  const found: (RichPlace & { readonly tag: Tag })[] = [];
  const walk = (inside: readonly RichNode[]) => {
    for (const node of inside) {
      if (typeof node === 'string' || node.tag === 'br') continue;
      const tag = tags.find((each) => each === node.tag);
      if (tag !== undefined) {
        const index = counts.get(tag) ?? 0;
        counts.set(tag, index + 1);
        found.push({ tag, element: node, index, words: wordsOf(node.children) });
      }
      walk(node.children);
    }
  };
  walk(nodes);
  return found;
}

/** The text with something else in the place of one element. */
export function replaceElement(
  nodes: readonly RichNode[],
  element: RichElement,
  by: readonly RichNode[],
): RichNode[] {
  return nodes.flatMap((node) => {
    if (node === element) return by;
    if (typeof node === 'string' || node.tag === 'br') return [node];
    return [{ ...node, children: replaceElement(node.children, element, by) }];
  });
}

/** The words in some nodes; a line break is a line's end. */
export function wordsOf(nodes: readonly RichNode[]): string {
  return nodes
    .map((node) =>
      typeof node === 'string'
        ? node.replaceAll('\u00a0', ' ')
        : node.tag === 'br'
          ? '\n'
          : wordsOf(node.children),
    )
    .join('');
}
