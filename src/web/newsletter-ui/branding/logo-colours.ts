import { BLACK, contrast, mix, WHITE } from '#newsletter/values/colour.ts';

/** The colours of a logo, and pairs of them for a school. Pure. */

/** How many colours are proposed. */
const SWATCHES = 5;
/** How far apart two proposed colours are at least, in OKLab, where black and white are 1 apart. */
const MIN_DISTANCE = 0.1;
/** How far apart the two colours of a pair are at least. */
const MIN_PAIR_DISTANCE = 0.2;
/** Pixels this near to a colour count as its own. */
const NEAR = 0.05;
/** The share of the logo's pixels that a proposed colour covers at least. */
const MIN_COVERAGE = 0.015;
/** A colour below this share of the first one comes from an edge where two colours blend. */
const MIN_SHARE = 0.05;
/** Below this, of 255, a pixel counts as transparent. */
const MIN_ALPHA = 128;
/** A pixel with no channel below this counts as white. */
const WHITE_FROM = 232;

type Channels = readonly [red: number, green: number, blue: number];
interface Cluster {
  readonly colour: Channels;
  readonly count: number;
  readonly weight: number;
}

/**
 * The most telling colours of a picture (RGBA, four bytes a pixel) as `#rrggbb`, at most five: by area, vivid ones before
 * grey ones. White and nearly white count as background.
 */
export function coloursIn(pixels: Uint8ClampedArray): readonly string[] {
  const found: Channels[] = [];
  const clusters = clustersOf(pixels).sort((one, other) => other.weight - one.weight);
  const least = (clusters[0]?.weight ?? 0) * MIN_SHARE;
  for (const { colour } of clusters.filter(({ weight }) => weight >= least)) {
    if (found.length === SWATCHES) break;
    const isNew = found.every((each) => distance(each, colour) >= MIN_DISTANCE);
    if (isNew && coverage(colour, clusters) >= MIN_COVERAGE) found.push(colour);
  }
  return found.map(hexOf);
}

/** The share of a logo's pixels that are not white, below which it cannot be seen on a white newsletter. */
const LEAST_SEEN = 0.005;

/** Whether all visible pixels of a picture (RGBA, four bytes a pixel) are white, or nearly. */
export function isPale(pixels: Uint8ClampedArray): boolean {
  let [visible, seen] = [0, 0];
  for (let at = 0; at + 3 < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(at, at + 4);
    if (alpha < MIN_ALPHA) continue;
    visible += 1;
    if (Math.min(red, green, blue) < WHITE_FROM) seen += 1;
  }
  return seen < visible * LEAST_SEEN;
}

function coverage(colour: Channels, clusters: readonly Cluster[]): number {
  const near = clusters.filter((each) => distance(each.colour, colour) <= NEAR);
  return countOf(near) / countOf(clusters);
}

function countOf(clusters: readonly Cluster[]): number {
  return clusters.reduce((sum, { count }) => sum + count, 0);
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
    return { colour, count, weight: count * (0.15 + vividness(colour)) };
  });
}

/** How vivid a colour is: from 0 for greys to 1. */
function vividness(colour: Channels): number {
  return (Math.max(...colour) - Math.min(...colour)) / 255;
}

/** How different two colours look, in OKLab. */
function distance(one: Channels, other: Channels): number {
  const [from, to] = [labOf(one), labOf(other)];
  return Math.hypot(from[0] - to[0], from[1] - to[1], from[2] - to[2]);
}

/** A colour in OKLab. Source: https://bottosson.github.io/posts/oklab/ */
function labOf(colour: Channels): Channels {
  const [red, green, blue] = [linear(colour[0]), linear(colour[1]), linear(colour[2])];
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return [
    0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short,
    1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short,
    0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short,
  ];
}

function linear(channel: number): number {
  const share = channel / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

function hexOf(colour: Channels): string {
  return `#${colour.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`;
}

export interface Swatch {
  /** `#rrggbb` */
  readonly colour: string;
  /** A shade is made from the logo's first colour; it is not in the picture. */
  readonly from: 'logo' | 'darker' | 'lighter';
}

/** Shades by their share of black or white, in the order in which they are used. */
const SHADES = [
  ['darker', 0.4],
  ['lighter', 0.45],
  ['lighter', 0.7],
  ['darker', 0.65],
  ['lighter', 0.25],
  ['darker', 0.2],
  ['lighter', 0.87],
  ['darker', 0.8],
] as const;

/** Five swatches from the colours of a logo, filled up with shades of the first one. Empty for a logo without colours. */
export function swatchesOf(colours: readonly string[]): readonly Swatch[] {
  const [first] = colours;
  if (first === undefined) return [];
  const swatches: Swatch[] = colours.map((colour) => ({ colour, from: 'logo' }));
  for (const [from, share] of SHADES) {
    const colour = mix(first, from === 'darker' ? BLACK : WHITE, share);
    const isNew = swatches.every((each) => difference(each.colour, colour) >= MIN_DISTANCE);
    if (isNew && swatches.length < SWATCHES) swatches.push({ colour, from });
  }
  return swatches.slice(0, SWATCHES);
}

/** How different two colours as `#rrggbb` look. */
function difference(one: string, other: string): number {
  return distance(channelsOf(one), channelsOf(other));
}

function channelsOf(hex: string): Channels {
  const number = Number.parseInt(hex.slice(1), 16);
  return [(number >> 16) & 255, (number >> 8) & 255, number & 255];
}

export interface ColourPair {
  readonly primary: string;
  readonly secondary: string;
}

/** How many pairs are proposed. */
const PAIRS = 4;

/** How far two proposals are apart, both colours taken together; a lower value only if there would not be four otherwise. */
const BETWEEN_PAIRS = [0.25, 0.15, 0];

/** Four pairs of swatches that differ within and among themselves. The first pair is the proposal, its more legible colour in front. */
export function pairsOf(swatches: readonly Swatch[]): readonly ColourPair[] {
  const [one, two, ...others] = swatches;
  if (one === undefined || two === undefined) return [];
  // A shade never comes before the logo's own colour.
  const isTwoFirst = two.from === 'logo' && contrast(two.colour, WHITE) > contrast(one.colour, WHITE);
  const ordered = [...(isTwoFirst ? [two, one] : [one, two]), ...others].map(({ colour }) => colour);
  const candidates = ordered.flatMap((primary, at) =>
    ordered
      .slice(at + 1)
      .flatMap((secondary) => [
        { primary, secondary },
        { primary: secondary, secondary: primary },
      ])
      .filter((pair) => difference(pair.primary, pair.secondary) >= MIN_PAIR_DISTANCE),
  );
  const pairs: ColourPair[] = [];
  for (const least of BETWEEN_PAIRS)
    for (const pair of candidates)
      if (pairs.length < PAIRS && !pairs.includes(pair) && pairs.every((each) => apart(each, pair) >= least))
        pairs.push(pair);
  return pairs;
}

function apart(one: ColourPair, other: ColourPair): number {
  return difference(one.primary, other.primary) + difference(one.secondary, other.secondary);
}
