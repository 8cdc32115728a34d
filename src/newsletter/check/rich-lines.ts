import type { RichElement, RichNode } from '#newsletter/rich-text/nodes.ts';
import { INLINES } from '#newsletter/rich-text/writer.ts';
import { wordsOf } from './rich-elements.ts';
import type { Replacement } from './shouting.ts';

/** The lines of rich text: what stands in one paragraph, heading or item, whatever is bold or linked in it. */

/** The words of each line, in order. */
export function linesIn(nodes: readonly RichNode[]): string[] {
  return groupsOf(nodes).flatMap((group) =>
    group.isLine ? [wordsOf(group.nodes)] : linesIn(group.nodes.flatMap(childrenOf)),
  );
}

/** The rich text with words of one line in other forms, everything else as it was. */
export function withWords(
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
      return passed === line + 1 ? rewritten(group.nodes, replacements) : group.nodes;
    });
  return walk(nodes);
}

type Group = { readonly isLine: boolean; readonly nodes: RichNode[] };

// A block element is a group of its own, so that lines are counted in the order of the text.
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

function rewritten(nodes: readonly RichNode[], replacements: readonly Replacement[]): RichNode[] {
  let at = 0;
  const walk = (node: RichNode): RichNode => {
    if (typeof node === 'string') {
      const text = pieceOf(node, at, replacements);
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

// A word may be half bold. Its other form is nearly always as long, so that each piece takes its own letters of it.
function pieceOf(text: string, at: number, replacements: readonly Replacement[]): string {
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
