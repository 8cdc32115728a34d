import { z } from 'zod';
import { defineBlock, none, strict } from '#newsletter/document/block.ts';
import { mjml } from '#newsletter/render/mjml.ts';
import { richTextMarkup } from '#newsletter/rich-text/markup.ts';
import { mapLinks, plainText, richTextHeight } from '#newsletter/rich-text/rich-text.ts';
import { richText } from '#newsletter/rich-text/schema.ts';
import { BLACK, colour, normaliseColour, readableOn, WHITE } from '#newsletter/values/colour.ts';

/** How long words break, as in CSS. */
export const WORD_BREAKS = ['break-word', 'break-all', 'keep-all'] as const;

/** Rich text in a coloured box. */
export const boxedText = defineBlock({
  type: 'boxed_text',
  label: 'Boxed text',
  schema: strict({
    html: richText,
    background: colour,
    color: colour,
    word_break: z.enum(WORD_BREAKS, 'Not a known setting'),
  }),
  defaults: () => ({ html: '', background: WHITE, color: BLACK, word_break: 'break-word' as const }),
  toMjml(value, { fonts, palette, origin, padding, placeholder, text }) {
    const background = normaliseColour(value.background) ?? WHITE;
    const color = normaliseColour(value.color) ?? BLACK;
    const wordBreak = WORD_BREAKS.find((setting) => setting === value.word_break) ?? 'break-word';
    const style = { fonts, origin, heading: color, link: readableOn(palette.link, background) };
    const words = richTextMarkup(value.html, style);
    if (words === null && !placeholder) return mjml``;
    const content = words ?? mjml`<p style="margin:0">Write something…</p>`;
    // Without a border, a white box is invisible on a white page.
    const edge = background === WHITE ? 'border:1px solid #d5dad7;' : '';
    return mjml`<mj-text padding="${padding}" font-size="${text.size}px" line-height="${text.line}px" color="${color}" css-class="ink-text ink-box"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="table-layout:fixed"><tr><td bgcolor="${background}" style="${edge}padding:16px 18px;border-radius:4px;overflow-wrap:break-word;word-break:${wordBreak}">${content}</td></tr></table></mj-text>`;
  },
  toText: (value, { origin }) => plainText(value.html, { origin }),
  traits: {
    place: 'column',
    isHeading: false,
    isContent: true,
    isThin: false,
    height: ({ html }) => richTextHeight(html) + 40,
    texts: (value) => [
      { path: 'html', format: 'rich', text: value.html, replace: (html) => ({ ...value, html }) },
    ],
    links: none,
    pictures: none,
    colours: (value) => [
      {
        path: 'color',
        place: 'this box',
        color: value.color,
        background: value.background,
        recolour: (color) => ({ ...value, color }),
      },
    ],
    dates: none,
    inheritedText: () => null,
    cover: () => null,
    emptyFields: none,
    mapFiles: (value, map) => ({ ...value, html: mapLinks(value.html, (address) => map(address, 'link')) }),
  },
});
