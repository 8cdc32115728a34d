import { Extension } from '@tiptap/core';
import { StarterKit } from '@tiptap/starter-kit';
import type { TextFormat } from '#newsletter/rich-text/editor/use-text-editor.ts';

const EXTENSIONS = [
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

/** Words without formatting: each line is a paragraph. */
export const PLAIN_TEXT: TextFormat = {
  extensions: EXTENSIONS,
  toContent: (text) => ({
    type: 'doc',
    content: text.split('\n').map((line) => ({
      type: 'paragraph',
      ...(line !== '' && { content: [{ type: 'text', text: line }] }),
    })),
  }),
  toText: (editor) => editor.getText({ blockSeparator: '\n' }),
};
