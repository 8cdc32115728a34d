import { Node } from '@tiptap/core';

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
      Tab: () => this.editor.commands.sinkListItem(this.name),
      'Shift-Tab': () => this.editor.commands.liftListItem(this.name),
    };
  },
});
