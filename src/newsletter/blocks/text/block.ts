import { defineBlock, strict } from '#newsletter/document/block.ts';
import { mjml } from '#newsletter/render/mjml.ts';
import { richTextField, richTextMarkup, schoolRichText } from '#newsletter/rich-text/markup.ts';
import { mapLinks, plainText, richTextHeight } from '#newsletter/rich-text/rich-text.ts';
import { richText } from '#newsletter/rich-text/schema.ts';

export const text = defineBlock({
  type: 'text',
  label: 'Text',
  schema: strict({ html: richText }),
  defaults: () => ({ html: '' }),
  toMjml(value, context) {
    const { padding, placeholder, text, palette } = context;
    const style = schoolRichText(context);
    const words = richTextMarkup(value.html, style);
    if (words === null && !placeholder) return mjml``;
    const [color, kind] = words === null ? [palette.quiet, 'ink-text'] : [palette.text, 'ink-text d-text'];
    return mjml`<mj-text padding="${padding}" font-size="${text.size}px" line-height="${text.line}px" color="${color}" css-class="${kind}">${richTextField(context, 'html', words, style)}</mj-text>`;
  },
  toText: (value, { origin }) => plainText(value.html, { origin }),
  traits: {
    place: 'column',
    isHeading: false,
    isContent: true,
    isThin: false,
    isOfOneIssue: true,
    height: ({ html }) => richTextHeight(html),
    words: {
      texts: ({ html }) => [
        { path: 'html', format: 'rich', text: html, replace: (changed) => ({ html: changed }) },
      ],
    },
    files: {
      map: (value, map) => ({ ...value, html: mapLinks(value.html, (address) => map(address, 'link')) }),
    },
    rows: null,
    recommendations: null,
    filling: null,
  },
});
