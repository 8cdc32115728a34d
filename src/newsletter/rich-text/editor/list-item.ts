import { Node } from '@tiptap/core';
import type { Node as PlacedNode } from '@tiptap/pm/model';
import type { EditorState } from '@tiptap/pm/state';
import { LIST_DEPTH } from '#newsletter/rich-text/nodes.ts';

/**
 * An item of a list, as rich text stores it: paragraphs and lists. In the usual one, a further paragraph could be made a heading,
 * which is none any more once it is stored; here it comes out of the list, as the first one does.
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
      // As deep as it can be, the key does nothing: elsewhere it would leave the words.
      Tab: () => isDeepest(this.editor.state, this.name) || this.editor.commands.sinkListItem(this.name),
      'Shift-Tab': () => this.editor.commands.liftListItem(this.name),
    };
  },
});

/** Whether the item at the caret, with the lists in it, is in as many lists as are stored. */
function isDeepest({ selection: { $from } }: EditorState, item: string): boolean {
  const around = Array.from({ length: $from.depth + 1 }, (_, depth) => $from.node(depth));
  const items = around.filter(({ type }) => type.name === item);
  const own = items.at(-1);
  return own !== undefined && items.length + depthOf(own) - 1 >= LIST_DEPTH;
}

/** How many items are within each other, the given one included. */
function depthOf(node: PlacedNode): number {
  const inner = Math.max(0, ...node.children.map(depthOf));
  return inner + (node.type.name === 'listItem' ? 1 : 0);
}
