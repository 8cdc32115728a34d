import type { Block } from '#newsletter/document/document.ts';
import { textsOf } from '#newsletter/document/traits.ts';
import type { RichElement, RichNode, RichTag } from '#newsletter/rich-text/nodes.ts';
import { parseRichText, richTextHtml } from '#newsletter/rich-text/rich-text.ts';

/** Looking into rich text, and changing it in one place. */

/** An element of rich text; `index` counts those of its tag in the order of the text, from 0. */
export interface RichPlace {
  readonly element: RichElement;
  readonly index: number;
  readonly words: string;
}

/** A field of rich text, read. */
export interface RichField {
  readonly block: Block;
  /** The field in the block's value. */
  readonly path: string;
  readonly nodes: readonly RichNode[];
  /** The block with other rich text in this field. */
  readonly write: (nodes: readonly RichNode[]) => Block;
}

// Blocks don't change, they are replaced: what was read once holds as long as the block.
const read = new WeakMap<Block, readonly RichField[]>();

/** The fields of rich text that a block has. */
export function richFieldsOf(block: Block): readonly RichField[] {
  const known = read.get(block);
  if (known !== undefined) return known;
  const fields = textsOf(block)
    .filter(({ format }) => format === 'rich')
    .map(({ path, text, replace }) => ({
      block,
      path,
      nodes: parseRichText(text),
      write: (nodes: readonly RichNode[]) => replace(richTextHtml(nodes)),
    }));
  read.set(block, fields);
  return fields;
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
