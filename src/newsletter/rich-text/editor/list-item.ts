import { Node } from '@tiptap/core';
import type { Node as PlacedNode } from '@tiptap/pm/model';
import type { EditorState } from '@tiptap/pm/state';
import { LIST_DEPTH } from '#newsletter/rich-text/nodes.ts';

/**
 * An item of a list with the content that rich text stores: paragraphs and lists. TipTap's own item would let a further
 * paragraph become a heading, which would be lost when stored; here it leaves the list, as the first one does.
 */
export const ListItem = Node.create({
  name: 'listItem',
  content: 'paragraph (paragraph | list)*',
  defining: true,
  parseHTML: () => [{ tag: 'li' }],
  renderHTML: () => ['li', 0],
  addKeyboardShortcuts() {
    return {
      Enter: () => this.editor.commands.splitListItem(this.name),
      // At the maximum depth the key does nothing: otherwise it would leave the text field.
      Tab: () => isDeepest(this.editor.state, this.name) || this.editor.commands.sinkListItem(this.name),
      'Shift-Tab': () => this.editor.commands.liftListItem(this.name),
    };
  },
});

/** Whether the item at the caret, with the lists in it, is at the maximum stored depth. */
function isDeepest({ selection: { $from } }: EditorState, item: string): boolean {
  const around = Array.from({ length: $from.depth + 1 }, (_, depth) => $from.node(depth));
  const items = around.filter(({ type }) => type.name === item);
  const own = items.at(-1);
  return own !== undefined && items.length + depthOf(own) - 1 >= LIST_DEPTH;
}

/** The depth of nested items, including the given one. */
function depthOf(node: PlacedNode): number {
  const inner = Math.max(0, ...node.children.map(depthOf));
  return inner + (node.type.name === 'listItem' ? 1 : 0);
}
