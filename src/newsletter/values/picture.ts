import { z } from 'zod';
import { altText, type MapAddress, strict } from '#newsletter/document/block.ts';
import { fileUrl, isOwnFile } from './url.ts';

/** A picture in a block: its URL, description and crop. */

const MESSAGE = 'Not a part of the picture';
// Allows for rounding at the edge.
const EDGE = 1.001;
const fraction = z.number(MESSAGE).min(0, MESSAGE).max(1, MESSAGE);

/** The original picture and the cropped part, in fractions of its width and height. */
const crop = strict({
  original: fileUrl,
  x: fraction,
  y: fraction,
  width: fraction.gt(0, MESSAGE),
  height: fraction.gt(0, MESSAGE),
}).refine(({ x, y, width, height }) => x + width <= EDGE && y + height <= EDGE, MESSAGE);

/** `url` is the shown picture; `crop` allows changing or undoing the crop. */
export const pictureSchema = strict({ url: fileUrl, alt: altText, crop: crop.optional() });
export type Picture = z.output<typeof pictureSchema>;

/** The picture with all its URLs mapped, including the original of a crop. */
export function mapPicture(picture: Picture, map: MapAddress): Picture {
  const { crop, ...shown } = picture;
  return {
    ...shown,
    url: map(picture.url),
    ...(crop && { crop: { ...crop, original: map(crop.original, 'original') } }),
  };
}

/** Whether it is a photograph that was uploaded as it is: no drawing, and of no shape that somebody has chosen. */
export function isPhoto({ url, crop }: Picture): boolean {
  return crop === undefined && isOwnFile(url) && url.endsWith('.jpg');
}
