import { Extension } from '@tiptap/core';
import { PARAGRAPH_LOOKS } from '#newsletter/rich-text/nodes.ts';

/** Introductions and signatures: an attribute of paragraphs that the next paragraph does not inherit. */
export const ParagraphLooks = Extension.create({
  name: 'paragraphLooks',
  addGlobalAttributes: () => [
    {
      types: ['paragraph'],
      attributes: {
        look: {
          default: null,
          keepOnSplit: false,
          parseHTML: ({ className }) => PARAGRAPH_LOOKS.find((look) => look === className) ?? null,
          renderHTML: ({ look }) => (look === null ? {} : { class: look }),
        },
      },
    },
  ],
});
