import type { RichElement, RichNode } from '#newsletter/rich-text/nodes.ts';
import { INLINES } from '#newsletter/rich-text/writer.ts';
import { textOf } from './rich-elements.ts';
import type { Replacement } from './shouting.ts';

/** The lines of rich text: the content of a paragraph, heading or list item, regardless of inline formatting. */

/** The text of each line, in order. */
export function linesIn(nodes: readonly RichNode[]): string[] {
  return groupsOf(nodes).flatMap((group) =>
    group.isLine ? [textOf(group.nodes)] : linesIn(group.nodes.flatMap(childrenOf)),
  );
}

/** Applies replacements to one line, counted from 0, and keeps everything else. */
export function replaceInLine(
  nodes: readonly RichNode[],
  line: number,
  replacements: readonly Replacement[],
): RichNode[] {
  let passed = 0;
  const walk = (inside: readonly RichNode[]): RichNode[] =>
    groupsOf(inside).flatMap((group) => {
      if (!group.isLine)
        return group.nodes.map((node) =>
          typeof node === 'string' || node.tag === 'br' ? node : { ...node, children: walk(node.children) },
        );
      passed += 1;
      return passed === line + 1 ? replaceInNodes(group.nodes, replacements) : group.nodes;
    });
  return walk(nodes);
}

type Group = { readonly isLine: boolean; readonly nodes: RichNode[] };

// Each block element is its own group, so that lines are counted in text order.
function groupsOf(nodes: readonly RichNode[]): Group[] {
  const groups: Group[] = [];
  for (const node of nodes) {
    const last = groups.at(-1);
    if (isInline(node) && last?.isLine) last.nodes.push(node);
    else groups.push({ isLine: isInline(node), nodes: [node] });
  }
  return groups;
}

function isInline(node: RichNode): boolean {
  return typeof node === 'string' || node.tag === 'br' || INLINES.has(node.tag);
}

function childrenOf(node: RichNode): RichNode[] {
  return typeof node === 'string' || node.tag === 'br' ? [] : node.children;
}

function replaceInNodes(nodes: readonly RichNode[], replacements: readonly Replacement[]): RichNode[] {
  let at = 0;
  const walk = (node: RichNode): RichNode => {
    if (typeof node === 'string') {
      const text = replaceInPiece(node, at, replacements);
      at += node.length;
      return text;
    }
    if (node.tag === 'br') {
      at += 1;
      return node;
    }
    return { ...node, children: node.children.map(walk) } satisfies RichElement;
  };
  return nodes.map(walk);
}

// A word may be split by formatting. Its replacement nearly always has the same length, so each piece takes its share.
function replaceInPiece(text: string, at: number, replacements: readonly Replacement[]): string {
  let from = 0;
  let result = '';
  for (const { start, end, text: word } of replacements) {
    const [first, last] = [Math.max(start - at, 0), Math.min(end - at, text.length)];
    if (first >= last) continue;
    const isWhole = last - first === end - start;
    result += text.slice(from, first) + (isWhole ? word : word.slice(first + at - start, last + at - start));
    from = last;
  }
  return result + text.slice(from);
}
