import { z } from 'zod';
import {
  BLOCK_MESSAGES,
  type BlockContext,
  defineBlock,
  none,
  placeholder,
  strict,
} from '#newsletter/document/block.ts';
import { type Markup, mjml } from '#newsletter/render/mjml.ts';
import { mapPicture, pictureSchema } from '#newsletter/values/picture.ts';
import { fileAddress } from '#newsletter/values/url.ts';

/** The most pictures in a group. Source: docs/requirements/screens.md 9.7. */
export const GROUP_MAX = 4;
const GAP = 8;
const PICTURE = 'display:block;width:100%;height:auto;border-radius:4px';

type ResolvedPicture = { readonly url: string; readonly alt: string };

/** Up to four pictures in rows of two. An odd one comes first, at full width. */
export const imageGroup = defineBlock({
  type: 'image_group',
  label: 'Image group',
  schema: strict({
    images: z.array(pictureSchema).min(1, BLOCK_MESSAGES.required).max(GROUP_MAX, `Max ${GROUP_MAX} files`),
  }),
  defaults: () => ({ images: [] }),
  toMjml(value, context) {
    const pictures = value.images.flatMap(({ url, alt }) => {
      const address = fileAddress(url, context.origin);
      return address === null ? [] : [{ url: address, alt: alt ?? '' }];
    });
    if (pictures.length === 0) return placeholder(context, 'Up to 4 images');
    const rows = rowsOf(pictures).map((row, index) => rowMarkup(row, context, index === 0 ? 0 : GAP));
    return mjml`<mj-text padding="${context.padding}"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="table-layout:fixed">${rows}</table></mj-text>`;
  },
  toText: (value) =>
    value.images.flatMap(({ alt, url }) => (alt && url !== '' ? [`[${alt}]`] : [])).join('\n'),
  traits: {
    place: 'column',
    isHeading: false,
    isContent: true,
    isThin: false,
    height: ({ images }) => 200 * Math.ceil(images.length / 2),
    texts: none,
    links: none,
    pictures: ({ images }) =>
      images.map((image, index) => ({
        path: `images.${index}.alt`,
        label: `Picture ${index + 1} of this group`,
        address: image.url,
        alt: image.alt,
        describe: (alt) => ({ images: images.with(index, { ...image, alt }) }),
      })),
    colours: none,
    dates: none,
    inheritedText: () => null,
    cover: () => null,
    emptyFields: none,
    mapFiles: ({ images }, map) => ({ images: images.map((image) => mapPicture(image, map)) }),
  },
});

function rowsOf(pictures: readonly ResolvedPicture[]): (readonly ResolvedPicture[])[] {
  const lead = pictures.length % 2;
  return [pictures.slice(0, lead), pictures.slice(lead, lead + 2), pictures.slice(lead + 2)].filter(
    (row) => row.length > 0,
  );
}

function rowMarkup(row: readonly ResolvedPicture[], { width }: BlockContext, above: number): Markup {
  const [lead, ...others] = row;
  if (lead !== undefined && others.length === 0) {
    return mjml`<tr><td colspan="2" style="padding:${above}px 0 0"><img src="${lead.url}" alt="${lead.alt}" width="${width}" style="${PICTURE}" /></td></tr>`;
  }
  const each = Math.floor((width - GAP) / 2);
  const cells = row.map(({ url, alt }, index) => {
    const sides = index === 0 ? `${above}px ${GAP / 2}px 0 0` : `${above}px 0 0 ${GAP / 2}px`;
    return mjml`<td valign="top" style="padding:${sides}"><img src="${url}" alt="${alt}" width="${each}" style="${PICTURE};aspect-ratio:4/3;object-fit:cover" /></td>`;
  });
  return mjml`<tr>${cells}</tr>`;
}
