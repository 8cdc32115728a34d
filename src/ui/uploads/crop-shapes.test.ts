import { expect, it } from 'vitest';
import {
  aspectOfSlider,
  frameAspect,
  frameOfPercents,
  frameShape,
  SHAPES,
  sliderOfAspect,
} from './crop-shapes.ts';

it('recognises the shape of a frame', () => {
  for (const picture of [0.75, 1.5, 2.5]) {
    for (const { id, aspect } of SHAPES) {
      if (aspect === null) continue;
      const width = Math.min(1, aspect / picture);
      const frame = frameOfPercents({
        x: 0,
        y: 0,
        width: width * 100,
        height: (width * picture * 100) / aspect,
      });
      expect(frameAspect(frame, picture)).toBeCloseTo(aspect, 2);
      expect(frameShape(frame, picture)).toBe(id);
    }
  }
  const half = { x: 0.1, y: 0.1, width: 0.5, height: 0.5 };
  expect(frameShape(half, 1.9)).toBe('original');
  expect(frameShape({ ...half, height: 0.3 }, 1.9)).toBe('free');
});

it('converts free aspect ratios to slider positions and back', () => {
  for (const position of [0, 13, 50, 99, 100])
    expect(sliderOfAspect(aspectOfSlider(position))).toBe(position);
  expect(sliderOfAspect(0.01)).toBe(0);
  expect(sliderOfAspect(99)).toBe(100);
});

it('keeps a frame within its picture despite rounding', () => {
  const frame = frameOfPercents({ x: -0.004, y: 33.33333, width: 100.01, height: 66.66671 });
  expect(frame).toEqual({ x: 0, y: 0.3333, width: 1, height: 0.6667 });
});
