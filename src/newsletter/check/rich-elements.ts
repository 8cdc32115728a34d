import type { Block } from '#newsletter/document/document.ts';
import { textsOf } from '#newsletter/document/traits.ts';
import type { RichElement, RichNode, RichTag } from '#newsletter/rich-text/nodes.ts';
import { parseRichText, richTextHtml } from '#newsletter/rich-text/rich-text.ts';

/** Finds and replaces elements in rich text. */

/** An element of rich text; `index` counts the elements of its tag in text order, from 0. */
interface RichMatch {
  readonly element: RichElement;
  readonly index: number;
  readonly words: string;
}

/** A parsed rich-text field. */
export interface RichField {
  readonly block: Block;
  /** The field's path in the block's value. */
  readonly path: string;
  readonly nodes: readonly RichNode[];
  /** Returns the block with new rich text in this field. */
  readonly write: (nodes: readonly RichNode[]) => Block;
}

// A cache: blocks are immutable, so a block's parsed fields stay valid.
const parsedFields = new WeakMap<Block, readonly RichField[]>();

/** The rich-text fields of a block. */
export function richFieldsOf(block: Block): readonly RichField[] {
  const known = parsedFields.get(block);
  if (known !== undefined) return known;
  const fields = textsOf(block)
    .filter(({ format }) => format === 'rich')
    .map(({ path, text, replace }) => ({
      block,
      path,
      nodes: parseRichText(text),
      write: (nodes: readonly RichNode[]) => replace(richTextHtml(nodes)),
    }));
  parsedFields.set(block, fields);
  return fields;
}

/** All elements with one of these tags, in text order. */
export function elementsOf<Tag extends RichTag>(
  nodes: readonly RichNode[],
  tags: readonly Tag[],
): (RichMatch & { readonly tag: Tag })[] {
  const counts = new Map<Tag, number>();
  const found: (RichMatch & { readonly tag: Tag })[] = [];
  const walk = (inside: readonly RichNode[]) => {
    for (const node of inside) {
      if (typeof node === 'string' || node.tag === 'br') continue;
      const tag = tags.find((each) => each === node.tag);
      if (tag !== undefined) {
        const index = counts.get(tag) ?? 0;
        counts.set(tag, index + 1);
        found.push({ tag, element: node, index, words: textOf(node.children) });
      }
      walk(node.children);
    }
  };
  walk(nodes);
  return found;
}

/** The rich text with one element replaced by other nodes. */
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

/** The text of nodes; a `br` becomes a line break. */
export function textOf(nodes: readonly RichNode[]): string {
  return nodes
    .map((node) =>
      typeof node === 'string'
        ? node.replaceAll('\u00a0', ' ')
        : node.tag === 'br'
          ? '\n'
          : textOf(node.children),
    )
    .join('');
}
