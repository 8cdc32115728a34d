import { z } from 'zod';
import {
  BLOCK_MESSAGES,
  captionText,
  captionTexts,
  defineBlock,
  placeholder,
  strict,
  withoutEmptyCaption,
} from '#newsletter/document/block.ts';
import { mjml } from '#newsletter/render/mjml.ts';
import { captionMarkup } from '#newsletter/render/photo.ts';
import { isPhoto, mapPicture, pictureSchema } from '#newsletter/values/picture.ts';
import { pictureAddress } from '#newsletter/values/url.ts';
import { type GroupPicture, groupMarkup, PATTERNS } from './patterns.ts';

/** The most pictures in a group. Source: docs/requirements/screens.md 9.7. */
export const GROUP_MAX = 4;

/** `isTall`: whether it is shown at 4:5 instead of 4:3; see `pictureShape`. */
const groupPicture = pictureSchema.extend({ isTall: z.boolean().optional() });

const schema = strict({
  images: z.array(groupPicture).min(1, BLOCK_MESSAGES.required).max(GROUP_MAX, `Max ${GROUP_MAX} files`),
  /** Absent, or for another number of pictures: the default for their number. */
  pattern: z.enum(PATTERNS, 'Not a known pattern').optional(),
  caption: captionText,
}).overwrite(withoutEmptyCaption);
type Value = z.output<typeof schema>;

/** A few pictures in a pattern, with one caption. */
export const imageGroup = defineBlock({
  type: 'image_group',
  label: 'Image group',
  schema,
  defaults: (): Value => ({ images: [] }),
  toMjml(value, context) {
    const pictures = value.images.flatMap((image) => {
      const address = pictureAddress(image.url, context.origin);
      return address === null ? [] : [shownPicture(image, address)];
    });
    if (pictures.length === 0) return placeholder(context, `Up to ${GROUP_MAX} images`);
    const content = groupMarkup(pictures, value.pattern, context);
    return mjml`<mj-text padding="${context.padding}" color="${context.palette.quiet}" css-class="ink-whole d-quiet">${content}${captionMarkup(value.caption, context)}</mj-text>`;
  },
  toText: ({ images, caption }) => {
    const shown = images.filter(({ url }) => url !== '');
    const words = shown.flatMap(({ alt }) => (alt ? [`[${alt}]`] : []));
    return [...words, ...(caption && shown.length > 0 ? [caption] : [])].join('\n');
  },
  traits: {
    place: 'column',
    isHeading: false,
    isContent: true,
    isThin: false,
    isOfOneIssue: true,
    height: ({ images }) => 200 * Math.ceil(images.length / 2),
    words: {
      texts: (value) => captionTexts(value, (caption) => ({ ...value, caption })),
    },
    files: {
      map: (value, map) => ({
        ...value,
        images: value.images.map((image) => ({ ...image, ...mapPicture(image, map) })),
      }),
      pictures: (value) =>
        value.images.map((image, index) => ({
          path: `images.${index}.alt`,
          label: `Picture ${index + 1} of this group`,
          address: image.url,
          alt: image.alt,
          describe: (alt) => ({ ...value, images: value.images.with(index, { ...image, alt }) }),
        })),
    },
    rows: {
      list: ({ images }) => images.map((content, index) => ({ key: String(index), content })),
      without: (value, removed) => {
        const images = value.images.filter((_, index) => !removed.has(String(index)));
        return images.length === 0 ? null : { ...value, images };
      },
    },
    recommendations: null,
    filling: null,
  },
});

function shownPicture(image: Value['images'][number], url: string): GroupPicture {
  const { alt, isTall = false, focus } = image;
  return { url, alt: alt ?? '', isTall, isPhoto: isPhoto(image), focus };
}
