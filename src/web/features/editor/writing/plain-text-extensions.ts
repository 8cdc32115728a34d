import { type Editor, Extension, type JSONContent } from '@tiptap/core';
import { StarterKit } from '@tiptap/starter-kit';

/** Words without formatting: each line is a paragraph. */
export const PLAIN_TEXT_EXTENSIONS = [
  StarterKit.configure({
    blockquote: false,
    bold: false,
    bulletList: false,
    code: false,
    codeBlock: false,
    dropcursor: false,
    gapcursor: false,
    hardBreak: false,
    heading: false,
    horizontalRule: false,
    italic: false,
    link: false,
    listItem: false,
    listKeymap: false,
    orderedList: false,
    strike: false,
    trailingNode: false,
    underline: false,
  }),
  // Shift+Enter is a new line as well.
  Extension.create({
    addKeyboardShortcuts: () => ({ 'Shift-Enter': ({ editor }) => editor.commands.splitBlock() }),
  }),
];

/** Text as the content of an editor. */
export function contentOfLines(text: string): JSONContent {
  return {
    type: 'doc',
    content: text.split('\n').map((line) => ({
      type: 'paragraph',
      ...(line !== '' && { content: [{ type: 'text', text: line }] }),
    })),
  };
}

/** The text of an editor; "" for no text. */
export function linesOf(editor: Editor): string {
  return editor.getText({ blockSeparator: '\n' });
}
