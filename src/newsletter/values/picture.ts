import { z } from 'zod';
import { altText, type MapAddress, strict } from '#newsletter/document/block.ts';
import { fileUrl, isOwnFile } from './url.ts';

/** A picture in a block: its URL, description, crop and focal point. */

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

const percent = z.int(MESSAGE).min(0, MESSAGE).max(100, MESSAGE);

/**
 * The point that stays in view when a shape crops the picture, in whole percent of its width and height. It works like
 * CSS's `object-position`: a point 30 % from the left of the picture is also 30 % from the left of the visible part.
 */
const focalPoint = strict({ x: percent, y: percent });
export type FocalPoint = z.output<typeof focalPoint>;
export const CENTRE: FocalPoint = { x: 50, y: 50 };

/** `url` is the shown picture; `crop` allows changing or undoing the crop. `focus` is absent for the centre. */
export const pictureSchema = strict({
  url: fileUrl,
  alt: altText,
  crop: crop.optional(),
  focus: focalPoint.optional(),
});
export type Picture = z.output<typeof pictureSchema>;

/** The picture with this focal point; the property is absent for the centre. */
export function withFocus<Value extends { focus?: FocalPoint | undefined }>(
  { focus: _focus, ...kept }: Value,
  focus: FocalPoint | undefined,
): Omit<Value, 'focus'> & { focus?: FocalPoint } {
  return focus === undefined ? kept : { ...kept, focus };
}

/** The CSS declaration for a focal point, after others; nothing for the centre. */
export function positionStyle({ x, y }: FocalPoint = CENTRE): string {
  return x === CENTRE.x && y === CENTRE.y ? '' : `;object-position:${x}% ${y}%`;
}

/** The picture with all its URLs mapped, including the original of a crop. */
export function mapPicture(picture: Picture, map: MapAddress): Picture {
  const { crop, ...shown } = picture;
  return {
    ...shown,
    url: map(picture.url),
    ...(crop && { crop: { ...crop, original: map(crop.original, 'original') } }),
  };
}

/** Whether it is a photograph that was uploaded and not cropped; drawings are not. */
export function isPhoto({ url, crop }: Picture): boolean {
  return crop === undefined && isOwnFile(url) && url.endsWith('.jpg');
}
