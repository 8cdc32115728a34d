import { z } from 'zod';
import { type Markup, markup } from '#newsletter/render/mjml.ts';
import { isOwnFile, webAddress } from '#newsletter/values/url.ts';

/** Pictures from other hosts, which versions before the fourth accepted. They would disclose to these hosts who reads. */

const picture = z.looseObject({
  url: z.string(),
  alt: z.string().nullish(),
  crop: z.looseObject({ original: z.string() }).optional(),
});
type Picture = z.output<typeof picture>;
const envelope = z.looseObject({ type: z.string() });
const image = z.looseObject({
  type: z.literal('image'),
  value: picture.extend({ caption: z.string().optional(), html: z.string().optional() }),
});
const group = z.looseObject({
  type: z.literal('image_group'),
  value: z.looseObject({ images: z.array(picture), caption: z.string().optional() }),
});
const film = z.looseObject({ type: z.literal('video'), value: z.looseObject({ poster: z.string() }) });

/**
 * Stored blocks without pictures from other hosts. An image becomes a text with a link to it, and so does a group
 * without a picture of its own; in other groups and in films they are left out. Unknown data stays unchanged.
 */
export function withoutForeignPictures(code: unknown): unknown {
  return Array.isArray(code) ? code.map(withoutForeign) : code;
}

function withoutForeign(block: unknown): unknown {
  if (!envelope.safeParse(block).success) return block;
  const single = image.safeParse(block);
  if (single.success) return withOwnImage(single.data);
  const several = group.safeParse(block);
  if (several.success) return withOwnGroup(several.data);
  const still = film.safeParse(block);
  return still.success && !isOwnFile(still.data.value.poster) ? withoutPoster(still.data) : block;
}

function withOwnImage(block: z.output<typeof image>): unknown {
  const { value } = block;
  if (isOwnFile(value.url)) return { ...block, value: withOwnOriginal(value) };
  const written = markup`${linkTo(value)}${paragraph(value.caption)}`;
  return { ...block, type: 'text', value: { html: `${written}${value.html ?? ''}` } };
}

function withOwnGroup(block: z.output<typeof group>): unknown {
  const { images, caption } = block.value;
  const own = images.filter(({ url }) => isOwnFile(url)).map(withOwnOriginal);
  if (own.length > 0) return { ...block, value: { ...block.value, images: own } };
  const written = markup`${images.map(linkTo)}${paragraph(caption)}`;
  return { ...block, type: 'text', value: { html: written.toString() } };
}

function withOwnOriginal<Value extends Picture>(value: Value): Value | Omit<Value, 'crop'> {
  if (value.crop === undefined || isOwnFile(value.crop.original)) return value;
  const { crop: _crop, ...shown } = value;
  return shown;
}

function withoutPoster(block: z.output<typeof film>): unknown {
  const { poster: _poster, ...value } = block.value;
  return { ...block, value };
}

function linkTo({ url, alt }: Picture): Markup {
  const address = webAddress(url) ?? '';
  return markup`<p><a href="${address}">${alt ? alt : address}</a></p>`;
}

function paragraph(words: string | undefined): Markup | false {
  return words !== undefined && words !== '' && markup`<p>${words}</p>`;
}
