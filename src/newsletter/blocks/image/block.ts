import { z } from 'zod';
import {
  type BlockContext,
  type BlockText,
  captionText,
  captionTexts,
  defineBlock,
  placeholder,
  withoutEmptyCaption,
} from '#newsletter/document/block.ts';
import { type Markup, mjml } from '#newsletter/render/mjml.ts';
import { captionMarkup, photoMarkup } from '#newsletter/render/photo.ts';
import { richTextMarkup, schoolRichText } from '#newsletter/rich-text/markup.ts';
import { hasText, mapLinks, plainText, richTextHeight } from '#newsletter/rich-text/rich-text.ts';
import { optionalRichText } from '#newsletter/rich-text/schema.ts';
import { isPhoto, mapPicture, pictureSchema } from '#newsletter/values/picture.ts';
import { pictureAddress } from '#newsletter/values/url.ts';

/** How much of its column a picture takes; `beside`: next to a text. */
export const IMAGE_SIZES = ['full', 'half', 'beside'] as const;

const schema = pictureSchema
  .extend({
    /** Absent: full, in any shape. With a size, a portrait photo is at most 4:5. */
    size: z.enum(IMAGE_SIZES, 'Not a known size').optional(),
    /** Shown uncut, however tall it is. */
    whole: z.literal(true).optional(),
    caption: captionText,
    /** The text beside the picture. */
    html: optionalRichText,
  })
  .overwrite(withoutEmptyCaption);
type Value = z.output<typeof schema>;

/** The narrowest column, in pixels, with the text beside the picture; in narrower ones it is below. */
const BESIDE_MIN = 400;
const BESIDE_GAP = 20;
const HALF_GAP = 8;

/** One picture: at the full width of its column, half of it, or beside a text. */
export const image = defineBlock({
  type: 'image',
  label: 'Image',
  schema,
  defaults: (): Value => ({ url: '' }),
  toMjml(value, context) {
    const { padding, text, palette } = context;
    if (value.size !== 'beside') {
      const picture = pictureMarkup(value, context);
      return picture === null
        ? placeholder(context, 'Image')
        : mjml`<mj-text padding="${padding}" color="${palette.quiet}" css-class="ink-whole ink-photo d-quiet">${picture}</mj-text>`;
    }
    const content = besideMarkup(value, context);
    if (content === null) return placeholder(context, 'Image beside text');
    return mjml`<mj-text padding="${padding}" font-size="${text.size}px" line-height="${text.line}px" color="${palette.text}" css-class="ink-text d-text">${content}</mj-text>`;
  },
  toText: ({ alt, url, size, caption = '', html = '' }, { origin }) =>
    [
      url !== '' && alt ? `[${alt}]` : '',
      url === '' ? '' : caption,
      size === 'beside' ? `\n${plainText(html, { origin })}` : '',
    ]
      .filter((line) => line.trim() !== '')
      .join('\n'),
  traits: {
    place: 'column',
    isHeading: false,
    isContent: true,
    isThin: false,
    isOfOneIssue: true,
    height: ({ size, html = '' }) =>
      (size === 'half' ? 110 : 200) + (size === 'beside' ? richTextHeight(html) : 0),
    words: {
      texts,
      emptyFields: ({ size, html = '' }) => (size === 'beside' && !hasText(html) ? ['html'] : []),
    },
    files: {
      map: (value, map) => ({
        ...value,
        ...mapPicture(value, map),
        ...(value.html !== undefined && { html: mapLinks(value.html, (address) => map(address, 'link')) }),
      }),
      pictures: (value) => [
        {
          path: 'alt',
          label: 'This picture',
          address: value.url,
          alt: value.alt,
          describe: (alt) => ({ ...value, alt }),
        },
      ],
      cover: ({ url, alt, caption, size, focus }) =>
        url === '' || size === 'half' || size === 'beside'
          ? null
          : { address: url, alt: alt ?? '', caption: caption ?? '', focus },
    },
    rows: null,
    recommendations: null,
    filling: null,
  },
});

/** Whether it is cropped if it is taller than 4:5. */
export function canBeCut(value: Value): boolean {
  return value.size !== undefined && isPhoto(value);
}

function pictureMarkup(value: Value, context: BlockContext): Markup | null {
  const url = pictureAddress(value.url, context.origin);
  if (url === null) return null;
  const isHalf = value.size === 'half';
  const width = isHalf ? Math.floor((context.width - HALF_GAP) / 2) : context.width;
  const shape = canBeCut(value) && value.whole !== true ? 'tall' : 'own';
  const picture = photoMarkup({ url, alt: value.alt ?? '', width, shape, focus: value.focus }, context);
  const content = mjml`${picture}${captionMarkup(value.caption, context)}`;
  if (!isHalf) return content;
  return mjml`<table role="presentation" class="ink-half" width="${width}" cellpadding="0" cellspacing="0" style="table-layout:fixed;width:${width}px"><tr><td>${content}</td></tr></table>`;
}

function besideMarkup(value: Value, context: BlockContext): Markup | null {
  const words =
    richTextMarkup(value.html ?? '', schoolRichText(context)) ??
    (context.placeholder ? mjml`<p style="margin:0">Write something…</p>` : null);
  const isNarrow = context.width < BESIDE_MIN;
  const width = isNarrow ? context.width : Math.floor((context.width - BESIDE_GAP) / 2);
  const picture = pictureMarkup(value, { ...context, width: words === null ? context.width : width });
  if (picture === null || words === null) return picture ?? words;
  if (isNarrow) return mjml`${picture}<div style="padding:12px 0 0">${words}</div>`;
  return mjml`<table role="presentation" class="ink-beside" width="100%" cellpadding="0" cellspacing="0" style="table-layout:fixed"><tr><td width="${width}" valign="top" style="padding:0 ${BESIDE_GAP}px 0 0">${picture}</td><td valign="top">${words}</td></tr></table>`;
}

function texts(value: Value): BlockText<Value>[] {
  const { html, size } = value;
  const beside = (text: string): BlockText<Value> => ({
    path: 'html',
    format: 'rich',
    text,
    replace: (changed) => ({ ...value, html: changed }),
  });
  return [
    ...captionTexts(value, (caption) => ({ ...value, caption })),
    ...(size === 'beside' && html !== undefined ? [beside(html)] : []),
  ];
}
