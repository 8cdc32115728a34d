import type { Frame } from './crop-picture.ts';

/** The shapes of a crop. Aspect ratios are width by height. */

/** The shapes in display order. The aspect is null for the original's and for a free one. */
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
/** The default shape. Source: docs/requirements/screens.md 5. */
export const DEFAULT_SHAPE: ShapeId = '16:7';

/** The range of the free shape, from a narrow column to a banner. */
const FREE_ASPECTS = { min: 0.4, max: 4 } as const;

const TOLERANCE = 0.015;

/** The aspect ratio of a frame in a picture with this aspect ratio. */
export function frameAspect(frame: Frame, picture: number): number {
  return (frame.width / frame.height) * picture;
}

/** The shape that a frame was most likely made with. */
export function frameShape(frame: Frame, picture: number): ShapeId {
  const aspect = frameAspect(frame, picture);
  const isLike = (other: number) => Math.abs(aspect / other - 1) < TOLERANCE;
  const fixed = SHAPES.find((shape) => shape.aspect !== null && isLike(shape.aspect));
  if (fixed !== undefined) return fixed.id;
  return isLike(picture) ? 'original' : 'free';
}

/** Converts a free aspect ratio to a slider position from 0 to 100, on a logarithmic scale. */
export function sliderOfAspect(aspect: number): number {
  const { min, max } = FREE_ASPECTS;
  const part = Math.log(Math.min(max, Math.max(min, aspect)) / min) / Math.log(max / min);
  return Math.round(part * 100);
}
/** Converts a slider position from 0 to 100 to a free aspect ratio. */
export function aspectOfSlider(position: number): number {
  const { min, max } = FREE_ASPECTS;
  return min * (max / min) ** (position / 100);
}

/** Converts the cropper's percentages to a frame within the picture. */
export function frameOfPercents(area: Frame): Frame {
  const within = (percent: number, max = 1) => Math.min(max, Math.max(0, Math.round(percent * 100) / 10_000));
  const x = within(area.x);
  const y = within(area.y);
  return { x, y, width: within(area.width, 1 - x), height: within(area.height, 1 - y) };
}

/** Converts a frame to the cropper's percentages. */
export function percentsOfFrame({ x, y, width, height }: Frame): Frame {
  return { x: x * 100, y: y * 100, width: width * 100, height: height * 100 };
}
