import { describe, expect, it } from 'vitest';
import { coloursIn, isPale, pairsOf, swatchesOf } from './logo-colours.ts';

/** Pixels of these colours (RGBA), each with its count. */
function picture(
  ...parts: readonly (readonly [count: number, ...rgba: readonly number[]])[]
): Uint8ClampedArray {
  return new Uint8ClampedArray(
    parts.flatMap(([count, ...rgba]) => Array.from({ length: count }, () => rgba).flat()),
  );
}

const MAROON = [123, 28, 56, 255] as const;
const GOLD = [219, 165, 32, 255] as const;

describe('the colours of a logo', () => {
  it('are by area, without white and transparent ground', () => {
    const pixels = picture([500, 255, 255, 255, 255], [500, 0, 200, 0, 0], [60, ...MAROON], [40, ...GOLD]);
    expect([...coloursIn(pixels)].sort()).toEqual(['#7b1c38', '#dba520']);
  });

  it('are not the few pixels at the edge of another', () => {
    expect(coloursIn(picture([200, ...MAROON], [2, 189, 142, 155, 255]))).toEqual(['#7b1c38']);
  });

  it('are vivid ones before a larger grey', () => {
    expect(coloursIn(picture([100, 90, 90, 92, 255], [60, ...MAROON]))).toEqual(['#7b1c38', '#5a5a5c']);
  });

  it('are one for shades that are nearly the same, and five at most', () => {
    expect(coloursIn(picture([10, 123, 28, 56, 255], [9, 118, 30, 66, 255]))).toHaveLength(1);
    const many = [0, 60, 120, 180, 220].flatMap((red) =>
      [0, 90, 180].map((blue) => [5, red, 40, blue, 255] as const),
    );
    expect(coloursIn(picture(...many))).toHaveLength(5);
  });

  it('cover at least one or two pixels of a hundred', () => {
    expect(coloursIn(picture([990, 90, 90, 90, 255], [10, 255, 0, 0, 255]))).toEqual(['#5a5a5a']);
  });

  it('are one for greens that look the same', () => {
    const greens = picture([60, 0, 107, 84, 255], [50, 0, 112, 60, 255], [40, 240, 130, 30, 255]);
    expect([...coloursIn(greens)].sort()).toEqual(['#006b54', '#f0821e']);
  });

  it('are none in a blank picture', () => {
    expect(coloursIn(picture([50, 255, 255, 255, 255]))).toEqual([]);
    expect(pairsOf(swatchesOf([]))).toEqual([]);
  });
});

it.each([
  [true, 'white on nothing', picture([500, 0, 0, 0, 0], [200, 255, 255, 255, 255], [1, 200, 200, 200, 255])],
  [true, 'white on white', picture([500, 255, 255, 255, 255])],
  [false, 'white on a dark ground', picture([500, ...MAROON], [200, 255, 255, 255, 255])],
  [false, 'thin dark lines on white', picture([980, 255, 255, 255, 255], [20, ...MAROON])],
  [false, 'nothing at all', picture([500, 0, 0, 0, 0])],
])('tells whether a logo is lost on white: %s for %s', (expected, _, pixels) => {
  expect(isPale(pixels)).toBe(expected);
});

describe('what is proposed', () => {
  it.each([
    [['#7b1c38']],
    [['#7b1c38', '#dba520']],
    [['#dba520', '#7b1c38', '#224466']],
    [['#000000']],
    [['#e7e7e7']],
    [['#006b54', '#f0821e']],
  ])('is five swatches and four different pairs of full colours for %j', (colours) => {
    const swatches = swatchesOf(colours);
    const pairs = pairsOf(swatches);
    expect(new Set(swatches.map(({ colour }) => colour)).size).toBe(5);
    expect(new Set(pairs.map((pair) => JSON.stringify(pair))).size).toBe(4);
    for (const each of pairs.flatMap(({ primary, secondary }) => [primary, secondary]))
      expect(each).toMatch(/^#[0-9a-f]{6}$/);
  });

  it('is pairs that differ at a glance, for a logo of one dark green too', () => {
    const pairs = pairsOf(swatchesOf(['#1f5d45'])).map(({ primary, secondary }) => [primary, secondary]);
    expect(pairs).toEqual([
      ['#1f5d45', '#84a699'],
      ['#84a699', '#1f5d45'],
      ['#133829', '#bccec7'],
      ['#bccec7', '#133829'],
    ]);
  });

  it("is the logo's colours, filled up with shades of the first", () => {
    expect(swatchesOf(['#7b1e3c', '#dba520'])).toEqual([
      { colour: '#7b1e3c', from: 'logo' },
      { colour: '#dba520', from: 'logo' },
      { colour: '#4a1224', from: 'darker' },
      { colour: '#b68394', from: 'lighter' },
      { colour: '#d7bcc5', from: 'lighter' },
    ]);
  });

  it('pairs no two colours that look the same', () => {
    const pairs = pairsOf(
      swatchesOf(['#006b54', '#f0821e', '#00705c']).filter(({ from }) => from === 'logo'),
    );
    expect(pairs).toHaveLength(4);
    expect(pairs).not.toContainEqual({ primary: '#006b54', secondary: '#00705c' });
    expect(pairs).not.toContainEqual({ primary: '#00705c', secondary: '#006b54' });
  });

  it('has the colour that is easier to read on white as the first', () => {
    expect(pairsOf(swatchesOf(['#dba520', '#7b1c38']))[0]).toEqual({
      primary: '#7b1c38',
      secondary: '#dba520',
    });
  });

  it("has a logo's only colour as the first", () => {
    expect(pairsOf(swatchesOf(['#dba520']))[0]?.primary).toBe('#dba520');
  });
});
