/**
 * Compares pictures in cells of a few pixels. Anti-aliasing and the sheets' compression hardly change a cell's mean, while a
 * line of text, a moved block or another colour does.
 */

/** A picture's pixels, three bytes each. */
export interface Pixels {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/**
 * The sizes of cells in pixels, and how far their means may be off, out of 255. Measured: the compression changes brightness by
 * up to 12.5, and colour, which it keeps in less detail, by up to 36, except in two cells of a picture.
 */
const BRIGHTNESS = { cell: 4, tolerance: 17 } as const;
const COLOUR = { cell: 6, tolerance: 46 } as const;
/** How many cells of a picture may be further off. */
const STRAY_CELLS = 2;

type Difference = readonly [red: number, green: number, blue: number];

/** Describes how a small picture differs from the reviewed one; null if they are alike. */
export function differenceOf(picture: Pixels, reviewed: Pixels): string | null {
  const off = [
    ...cellsOff(picture, reviewed, BRIGHTNESS, (difference) => Math.abs(brightness(difference))),
    ...cellsOff(picture, reviewed, COLOUR, (difference) => {
      const grey = brightness(difference);
      return Math.max(...difference.map((channel) => Math.abs(channel - grey)));
    }),
  ];
  if (off.length <= STRAY_CELLS) return null;
  const percent = Math.round((Math.min(...off) / picture.height) * 100);
  return `differs in ${off.length} places, first ${percent} % from the top`;
}

function brightness([red, green, blue]: Difference): number {
  return 0.299 * red + 0.587 * green + 0.114 * blue;
}

/** The rows of the cells that are further off. */
function cellsOff(
  one: Pixels,
  other: Pixels,
  { cell, tolerance }: { readonly cell: number; readonly tolerance: number },
  distance: (difference: Difference) => number,
): readonly number[] {
  const height = Math.min(one.height, other.height);
  const off: number[] = [];
  for (let y = 0; y + cell <= height; y += cell)
    for (let x = 0; x + cell <= one.width; x += cell)
      if (distance(meanDifference(one, other, { x, y, cell })) > tolerance) off.push(y);
  return off;
}

function meanDifference(
  one: Pixels,
  other: Pixels,
  { x, y, cell }: { readonly x: number; readonly y: number; readonly cell: number },
): Difference {
  const sum = (channel: number) => {
    let total = 0;
    for (let row = y; row < y + cell; row += 1)
      for (let column = x; column < x + cell; column += 1)
        total +=
          (one.data[(row * one.width + column) * 3 + channel] ?? 0) -
          (other.data[(row * other.width + column) * 3 + channel] ?? 0);
    return total / (cell * cell);
  };
  return [sum(0), sum(1), sum(2)];
}
