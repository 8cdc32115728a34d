import { Mark } from '@tiptap/core';
import { passageLanguage } from '#newsletter/values/passage-languages.ts';

/** The name of the mark in documents and commands. */
export const LANGUAGE = 'language';

/** The mark of words in another language than the newsletter, in the form of the allow-list of rich text. */
export const LanguageMark = Mark.create({
  name: LANGUAGE,
  addAttributes: () => ({ lang: { default: null } }),
  parseHTML: () => [
    {
      tag: 'span[lang]',
      getAttrs: (element) => {
        const lang = passageLanguage(element.lang);
        return lang === null ? false : { lang };
      },
    },
  ],
  renderHTML: ({ HTMLAttributes }) => ['span', HTMLAttributes, 0],
});
