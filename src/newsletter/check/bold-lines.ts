import type { RichElement, RichNode } from '#newsletter/rich-text/nodes.ts';
import { elementsOf, textOf } from './rich-elements.ts';

/** Finds bold lines that are used as headings: short, entirely bold, and with content below them. */

/** The longest line that counts as a heading, in characters. */
const MOST = 60;
const SENTENCE_END = /[.!…。।]$/u;

export interface BoldLine {
  readonly element: RichElement;
  readonly words: string;
  /** The last heading above it in the same text; null if there is none. */
  readonly heading: 'h1' | 'h2' | 'h3' | null;
}

export function boldLinesOf(nodes: readonly RichNode[]): readonly BoldLine[] {
  let heading: BoldLine['heading'] = null;
  return nodes.flatMap((node, index) => {
    if (typeof node === 'string' || node.tag === 'br') return [];
    if (node.tag === 'h1' || node.tag === 'h2' || node.tag === 'h3') heading = node.tag;
    return isBoldLine(node) && isBody(nodes[index + 1])
      ? [{ element: node, words: textOf(node.children).trim(), heading }]
      : [];
  });
}

/** The same content without its bold type. */
export function withoutBold(nodes: readonly RichNode[]): RichNode[] {
  return nodes.flatMap((node) => {
    if (typeof node === 'string' || node.tag === 'br') return [node];
    const children = withoutBold(node.children);
    return node.tag === 'strong' ? children : [{ ...node, children }];
  });
}

function isBoldLine(node: RichElement): boolean {
  const words = textOf(node.children).trim();
  return (
    node.tag === 'p' &&
    /\p{L}/u.test(words) &&
    words.length <= MOST &&
    !words.includes('\n') &&
    !SENTENCE_END.test(words) &&
    node.children.every(isBold) &&
    // A line with a link in it is a link, not a heading.
    elementsOf(node.children, ['a']).length === 0
  );
}

function isBold(node: RichNode): boolean {
  if (typeof node === 'string') return node.trim() === '';
  return (
    node.tag === 'br' || node.tag === 'strong' || (node.children.length > 0 && node.children.every(isBold))
  );
}

function isBody(node: RichNode | undefined): boolean {
  if (node === undefined || typeof node === 'string' || node.tag === 'br') return false;
  if (node.tag === 'ul' || node.tag === 'ol') return true;
  return node.tag === 'p' && !isBoldLine(node) && textOf(node.children).trim() !== '';
}
