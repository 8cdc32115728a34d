import { describe, expect, test } from 'vitest';
import {
  frameOfView,
  logoSize,
  minZoom,
  pictureInLogo,
  sizeWithin,
  viewOfFrame,
  wholePicture,
} from './crop.ts';

const square = { width: 400, height: 400 };
const banner = { width: 2000, height: 250 };

describe('the crop of a logo', () => {
  test('starts with a whole square logo and empty sides', () => {
    const frame = wholePicture(square);
    expect(frame.height).toBe(1);
    expect(frame.width).toBeCloseTo(32 / 9);
    expect(frame.x).toBeCloseTo(-(32 / 9 - 1) / 2);
    expect(frame.y).toBe(0);
  });

  test('starts with a whole wide logo and room above and below', () => {
    const frame = wholePicture(banner);
    expect(frame).toMatchObject({ x: 0, width: 1 });
    expect(frame.height).toBeCloseTo(2000 / (32 / 9) / 250);
    expect(frame.y).toBeLessThan(0);
  });

  test('is the part in the window', () => {
    const stage = { picture: { width: 320, height: 180 }, window: { width: 320, height: 90 } };
    expect(frameOfView({ crop: { x: 0, y: 0 }, zoom: 1 }, stage)).toEqual({
      x: 0,
      y: 0.25,
      width: 1,
      height: 0.5,
    });
    // Moved down by 45 pixels, the window shows the picture's upper half.
    expect(frameOfView({ crop: { x: 0, y: 45 }, zoom: 1 }, stage)).toEqual({
      x: 0,
      y: 0,
      width: 1,
      height: 0.5,
    });
    expect(frameOfView({ crop: { x: 0, y: 0 }, zoom: 2 }, stage)).toEqual({
      x: 0.25,
      y: 0.375,
      width: 0.5,
      height: 0.25,
    });
  });

  test('stays the same on a screen of another size', () => {
    const wide = { picture: { width: 500, height: 200 }, window: { width: 440, height: 123.75 } };
    const phone = { picture: { width: 300, height: 120 }, window: { width: 264, height: 74.25 } };
    const frame = frameOfView({ crop: { x: 31, y: -12 }, zoom: 1.7 }, wide);
    const again = frameOfView(viewOfFrame(frame, phone), phone);
    for (const side of ['x', 'y', 'width', 'height'] as const) expect(again[side]).toBeCloseTo(frame[side]);
  });

  test('can be zoomed out until the window contains the whole picture', () => {
    const stage = { picture: { width: 200, height: 200 }, window: { width: 320, height: 90 } };
    expect(minZoom(stage)).toBeCloseTo(0.45);
    expect(viewOfFrame(wholePicture(square), stage).zoom).toBeCloseTo(minZoom(stage));
  });
});

describe('the finished logo', () => {
  test('is exactly 32:9, at most 1280 by 360, and not scaled up', () => {
    const all = { x: 0, y: 0, width: 1, height: 1 };
    expect(logoSize(all, { width: 4000, height: 1125 })).toEqual({ width: 1280, height: 360 });
    expect(logoSize(all, { width: 650, height: 183 })).toEqual({ width: 640, height: 180 });
    expect(logoSize(all, { width: 3, height: 1 })).toEqual({ width: 32, height: 9 });
  });

  test('contains exactly the frame', () => {
    const place = pictureInLogo({ x: 0.25, y: 0.5, width: 0.5, height: 0.25 }, { width: 320, height: 90 });
    expect(place).toEqual({ x: -160, y: -180, width: 640, height: 360 });
  });
});

describe('a scaled-down picture', () => {
  test('keeps its aspect ratio and is never enlarged, unless it is scalable', () => {
    expect(sizeWithin({ width: 3200, height: 800 }, 1600)).toEqual({ width: 1600, height: 400 });
    expect(sizeWithin({ width: 300, height: 100 }, 1600)).toEqual({ width: 300, height: 100 });
    expect(sizeWithin({ width: 300, height: 100 }, 1600, true)).toEqual({ width: 1600, height: 533 });
  });
});
