import { z } from 'zod';
import { altText, type MapAddress, strict } from '#newsletter/document/block.ts';
import { fileUrl } from './url.ts';

/** A picture in a block: what is shown, what it shows in words, and what it was cut out of. */

const MESSAGE = 'Not a part of the picture';
// A little beyond the edge is what rounding makes of the edge.
const EDGE = 1.001;
const fraction = z.number(MESSAGE).min(0, MESSAGE).max(1, MESSAGE);

/** The whole picture that a crop was made from, and the part that was taken, in fractions of its width and height. */
const crop = strict({
  original: fileUrl,
  x: fraction,
  y: fraction,
  width: fraction.gt(0, MESSAGE),
  height: fraction.gt(0, MESSAGE),
}).refine(({ x, y, width, height }) => x + width <= EDGE && y + height <= EDGE, MESSAGE);

/** `url` is what is shown; with `crop`, the whole picture can be had again. */
export const pictureSchema = strict({ url: fileUrl, alt: altText, crop: crop.optional() });
export type Picture = z.output<typeof pictureSchema>;

/** The picture with each of its files' addresses, the whole one of a crop too, as `map` gives it back. */
export function mapPicture(picture: Picture, map: MapAddress): Picture {
  const { crop, ...shown } = picture;
  return {
    ...shown,
    url: map(picture.url),
    ...(crop && { crop: { ...crop, original: map(crop.original, 'original') } }),
  };
}
