import { contrast, INK, inverse, mix, readableOn, WHITE } from '#newsletter/values/colour.ts';

/** The colours of a logo, and pairs of them for a school. Pure. */

/** How many colours are proposed. */
const SWATCHES = 5;
/** How far apart two proposed colours are at least, in RGB. */
const MIN_DISTANCE = 60;
/** Below this share of the first colour, it is where two colours run into each other. */
const MIN_SHARE = 0.05;
/** Below this, of 255, a pixel counts as transparent. */
const MIN_ALPHA = 128;
/** A pixel with no channel below this counts as white. */
const WHITE_FROM = 232;

type Channels = readonly [red: number, green: number, blue: number];
interface Cluster {
  readonly colour: Channels;
  readonly weight: number;
}

/**
 * The most telling colours of a picture (RGBA, four bytes a pixel) as `#rrggbb`, at most five: by area, vivid ones before
 * grey ones. White, and what is nearly white, is taken for the ground.
 */
export function coloursIn(pixels: Uint8ClampedArray): readonly string[] {
  const found: Channels[] = [];
  const clusters = clustersOf(pixels).sort((one, other) => other.weight - one.weight);
  const least = (clusters[0]?.weight ?? 0) * MIN_SHARE;
  for (const { colour } of clusters.filter(({ weight }) => weight >= least)) {
    const isNew = found.every((each) => distance(each, colour) >= MIN_DISTANCE);
    if (isNew && found.length < SWATCHES) found.push(colour);
  }
  return found.map(hexOf);
}

/** Averages the pixels that share the upper four bits of each channel. */
function clustersOf(pixels: Uint8ClampedArray): Cluster[] {
  const sums = new Map<number, { red: number; green: number; blue: number; count: number }>();
  for (let at = 0; at + 3 < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(at, at + 4);
    if (alpha < MIN_ALPHA || Math.min(red, green, blue) >= WHITE_FROM) continue;
    const key = ((red >> 4) << 8) | ((green >> 4) << 4) | (blue >> 4);
    const sum = sums.get(key) ?? { red: 0, green: 0, blue: 0, count: 0 };
    sum.red += red;
    sum.green += green;
    sum.blue += blue;
    sum.count += 1;
    sums.set(key, sum);
  }
  return Array.from(sums.values(), ({ red, green, blue, count }) => {
    const colour = [red / count, green / count, blue / count] as const;
    return { colour, weight: count * (0.15 + vividness(colour)) };
  });
}

/** From 0 for greys to 1. */
function vividness(colour: Channels): number {
  return (Math.max(...colour) - Math.min(...colour)) / 255;
}

function distance(one: Channels, other: Channels): number {
  return Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2]);
}

function hexOf(colour: Channels): string {
  return `#${colour.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`;
}

/** Five swatches from the colours of a logo; shades of them where it has fewer. Empty for a logo without any. */
export function swatchesOf(colours: readonly string[]): readonly string[] {
  const [first] = colours;
  if (first === undefined) return [];
  const shades = [
    inverse(first),
    readableOn(first, WHITE, 9),
    mix(WHITE, first, 0.45),
    mix(INK, first, 0.25),
    mix(WHITE, first, 0.7),
    mix(INK, first, 0.6),
  ];
  return [...new Set([...colours, ...shades])].slice(0, SWATCHES);
}

export interface ColourPair {
  readonly primary: string;
  readonly secondary: string;
}

/** Four pairs of swatches; the first one is the proposal, with the colour that is easier to read in front. */
export function pairsOf(swatches: readonly string[]): readonly ColourPair[] {
  const [one, two, three, four] = swatches;
  if (one === undefined || two === undefined || three === undefined || four === undefined) return [];
  const [strong, weak] = contrast(one, WHITE) >= contrast(two, WHITE) ? [one, two] : [two, one];
  return [
    { primary: strong, secondary: weak },
    { primary: weak, secondary: strong },
    { primary: strong, secondary: three },
    { primary: four, secondary: strong },
  ];
}
