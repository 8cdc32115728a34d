import type { Frame } from './cut-picture.ts';

/** The shapes that a crop can have. Pure. */

/** What a shape is called, and its width by its height; null: the picture's own, or any. */
export const SHAPES = [
  { id: '16:7', label: '16:7', aspect: 16 / 7 },
  { id: '16:9', label: '16:9', aspect: 16 / 9 },
  { id: '3:2', label: '3:2', aspect: 3 / 2 },
  { id: '4:3', label: '4:3', aspect: 4 / 3 },
  { id: '1:1', label: 'Square', aspect: 1 },
  { id: '3:4', label: '3:4', aspect: 3 / 4 },
  { id: 'original', label: 'As it is', aspect: null },
  { id: 'free', label: 'Free', aspect: null },
] as const;
export type ShapeId = (typeof SHAPES)[number]['id'];
/** Source: docs/requirements/screens.md 5. */
export const DEFAULT_SHAPE: ShapeId = '16:7';

/** The free shape goes from this, a narrow column, to that, a banner. */
const FREE_ASPECTS = { least: 0.4, most: 4 } as const;

const ALIKE = 0.015;

/** The aspect of a frame of a picture with this aspect. */
export function aspectOf(frame: Frame, picture: number): number {
  return (frame.width / frame.height) * picture;
}

/** The shape that a frame was made with, as far as it can be told. */
export function shapeOf(frame: Frame, picture: number): ShapeId {
  const aspect = aspectOf(frame, picture);
  const isLike = (other: number) => Math.abs(aspect / other - 1) < ALIKE;
  const fixed = SHAPES.find((shape) => shape.aspect !== null && isLike(shape.aspect));
  if (fixed !== undefined) return fixed.id;
  return isLike(picture) ? 'original' : 'free';
}

/** A free aspect as a place from 0 to 100 on a slider, and back: each step is the same change of shape. */
export function sliderOfAspect(aspect: number): number {
  const { least, most } = FREE_ASPECTS;
  const part = Math.log(Math.min(most, Math.max(least, aspect)) / least) / Math.log(most / least);
  return Math.round(part * 100);
}
export function aspectOfSlider(place: number): number {
  const { least, most } = FREE_ASPECTS;
  return least * (most / least) ** (place / 100);
}

/** What the cropper tells in percent as a frame, its edges within the picture. */
export function frameOfPercents(area: Frame): Frame {
  const within = (percent: number, most = 1) =>
    Math.min(most, Math.max(0, Math.round(percent * 100) / 10_000));
  const x = within(area.x);
  const y = within(area.y);
  return { x, y, width: within(area.width, 1 - x), height: within(area.height, 1 - y) };
}
