import { defineBlock, none, strict, withoutIds } from '#newsletter/document/block.ts';
import { mjml } from '#newsletter/render/mjml.ts';
import { richTextMarkup, schoolRichText } from '#newsletter/rich-text/markup.ts';
import { mapLinks, plainText, richTextHeight } from '#newsletter/rich-text/rich-text.ts';
import { richText } from '#newsletter/rich-text/schema.ts';

export const text = defineBlock({
  type: 'text',
  label: 'Text',
  schema: strict({ html: richText }),
  defaults: () => ({ html: '' }),
  toMjml(value, context) {
    const { padding, placeholder, text, palette } = context;
    const words = richTextMarkup(value.html, schoolRichText(context));
    if (words !== null) {
      return mjml`<mj-text padding="${padding}" font-size="${text.size}px" line-height="${text.line}px" color="${palette.text}" css-class="ink-text d-text">${words}</mj-text>`;
    }
    return placeholder
      ? mjml`<mj-text padding="${padding}" font-size="${text.size}px" line-height="${text.line}px" css-class="ink-text" color="${palette.quiet}"><p style="margin:0">Write something…</p></mj-text>`
      : mjml``;
  },
  toText: (value, { origin }) => plainText(value.html, { origin }),
  traits: {
    place: 'column',
    isHeading: false,
    isContent: true,
    isThin: false,
    height: ({ html }) => richTextHeight(html),
    texts: ({ html }) => [
      { path: 'html', format: 'rich', text: html, replace: (changed) => ({ html: changed }) },
    ],
    links: none,
    pictures: none,
    colours: none,
    recommendations: none,
    dates: none,
    inheritedText: () => null,
    cover: () => null,
    withNewIds: withoutIds,
    emptyFields: none,
    mapFiles: (value, map) => ({ ...value, html: mapLinks(value.html, (address) => map(address, 'link')) }),
  },
});
