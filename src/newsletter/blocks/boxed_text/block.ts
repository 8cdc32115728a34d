import { z } from 'zod';
import type { TypeSize } from '#newsletter/designs/design.ts';
import { type BlockContext, defineBlock, strict } from '#newsletter/document/block.ts';
import { mjml } from '#newsletter/render/mjml.ts';
import {
  type RichTextStyle,
  richTextField,
  richTextMarkup,
  schoolRichText,
} from '#newsletter/rich-text/markup.ts';
import { mapLinks, plainText, richTextHeight } from '#newsletter/rich-text/rich-text.ts';
import { richText } from '#newsletter/rich-text/schema.ts';
import { BLACK, colour, contrast, normaliseColour, readableOn, WHITE } from '#newsletter/values/colour.ts';

/** How long words break: the values of CSS. */
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
    /** The box has the design's colours; `background` and `color` are kept for when this is switched off. */
    colours: z.enum(['design'], 'Not a known setting').optional(),
  }),
  defaults: () => ({
    html: '',
    background: WHITE,
    color: BLACK,
    word_break: 'break-word' as const,
    colours: 'design' as const,
  }),
  toMjml(value, context) {
    const { padding, placeholder } = context;
    const box = boxOf(value, context);
    const words = richTextMarkup(value.html, box.style);
    if (words === null && !placeholder) return mjml``;
    const content = richTextField(context, 'html', words, box.style);
    const wordBreak = WORD_BREAKS.find((setting) => setting === value.word_break) ?? 'break-word';
    const style = `${box.css}overflow-wrap:break-word;word-break:${wordBreak}`;
    const cell =
      box.background === null
        ? mjml`<td class="${box.cellClass}" style="${style}">${content}</td>`
        : mjml`<td class="${box.cellClass}" bgcolor="${box.background}" style="background-color:${box.background};${style}">${content}</td>`;
    const [size, line] = box.size;
    return mjml`<mj-text padding="${padding}" font-family="${box.font}" font-size="${size}px" line-height="${line}px" color="${box.color}" css-class="${box.textClass}"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="table-layout:fixed"><tr>${cell}</tr></table></mj-text>`;
  },
  toText: (value, { origin }) => plainText(value.html, { origin }),
  traits: {
    place: 'column',
    isHeading: false,
    isContent: true,
    isThin: false,
    isOfOneIssue: true,
    height: ({ html }) => richTextHeight(html) + 40,
    words: {
      texts: (value) => [
        { path: 'html', format: 'rich', text: value.html, replace: (html) => ({ ...value, html }) },
      ],
      colours: (value) =>
        value.colours === 'design'
          ? []
          : [
              {
                path: 'color',
                place: 'this box',
                color: value.color,
                background: value.background,
                recolour: (color) => ({ ...value, color }),
              },
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

type Colours = {
  readonly background: string;
  readonly color: string;
  readonly colours?: 'design' | undefined;
};
type Box = {
  readonly background: string | null;
  readonly color: string;
  /** The CSS of its edge, corners and padding. */
  readonly css: string;
  readonly font: string;
  readonly size: TypeSize;
  readonly style: RichTextStyle;
  readonly cellClass: string;
  readonly textClass: string;
};

function boxOf(value: Colours, context: BlockContext): Box {
  return value.colours === 'design' ? designBox(context) : ownBox(value, context);
}

/** Just below the contrast between white and the palest tint. */
const MIN_BOX_CONTRAST = 1.03;

function designBox(context: BlockContext): Box {
  const { design, palette, fonts, text } = context;
  const box = design.box(palette);
  // A box in the colour of its background would be invisible.
  const isSeen = box.background === null || contrast(box.background, palette.ground) >= MIN_BOX_CONTRAST;
  const edge = isSeen ? box.edge : `border:1px solid ${palette.line}`;
  const style = schoolRichText(context);
  const [size] = box.size;
  // On phones, words of the usual size get the size of running text.
  const kind = size === text.size ? 'ink-text ink-box' : 'ink-box';
  return {
    background: box.background,
    color: box.text,
    css: `${edge}${edge && ';'}padding:${box.padding};border-radius:${box.radius}px;`,
    font: fonts[box.font],
    size: box.size,
    style: { ...style, heading: box.heading, link: box.link, classes: box.isQuiet ? style.classes : null },
    cellClass: box.isQuiet ? (box.background === null ? 'd-line' : 'ink-panel') : 'd-own',
    textClass: box.isQuiet ? `${kind} d-text` : kind,
  };
}

function ownBox(value: Colours, context: BlockContext): Box {
  const { fonts, palette, text } = context;
  const background = normaliseColour(value.background) ?? WHITE;
  const color = normaliseColour(value.color) ?? BLACK;
  // Without a border, a white box is invisible on a white page.
  const edge = background === WHITE ? 'border:1px solid #d5dad7;' : '';
  const link = readableOn(palette.link, background);
  return {
    background,
    color,
    css: `${edge}padding:16px 18px;border-radius:4px;`,
    font: fonts.text,
    size: [text.size, text.line],
    style: { ...schoolRichText(context), heading: color, weight: 600, link, classes: null },
    cellClass: 'd-own',
    textClass: 'ink-text ink-box',
  };
}
