import { z } from 'zod';

/** Colours as `#rrggbb`, and functions that keep text readable. */

/** The message for anything but `#rrggbb` and `#rgb`. */
export const COLOUR_MESSAGE = 'Not a valid colour, should be like #1f5d45';
/** The minimum contrast of text with its background, by WCAG 2.2 AA. */
export const MIN_CONTRAST = 4.5;
export const WHITE = '#ffffff';
export const BLACK = '#000000';
/** Inkwell's dark blue, for text on light school colours and for the product's own mails. */
export const INK = '#16243d';

/** A colour. `#rgb` and upper case are normalised to lower-case `#rrggbb`; anything else is rejected. */
export const colour = z
  .string(COLOUR_MESSAGE)
  .max(7, COLOUR_MESSAGE)
  .overwrite((text) => normaliseColour(text) ?? text)
  .regex(/^#[0-9a-f]{6}$/, COLOUR_MESSAGE);

/** `#rrggbb` in lower case; null for anything but a colour. */
export function normaliseColour(text: string): string | null {
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(text);
  if (short) return `#${short[1]}${short[1]}${short[2]}${short[2]}${short[3]}${short[3]}`.toLowerCase();
  return /^#[0-9a-f]{6}$/i.test(text) ? text.toLowerCase() : null;
}

type Channels = readonly [red: number, green: number, blue: number];

function channelsOf(hex: string): Channels {
  const number = Number.parseInt(hex.slice(1), 16);
  return [(number >> 16) & 255, (number >> 8) & 255, number & 255];
}

function hexOf(channels: Channels): string {
  return `#${channels.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`;
}

function luminance(hex: string): number {
  const [red, green, blue] = channelsOf(hex);
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

function linear(channel: number): number {
  const share = channel / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

/** The WCAG contrast ratio of two `#rrggbb` colours, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** Mixes two colours. A share of 0 is the first, 1 the second. */
export function mix(from: string, to: string, share: number): string {
  const [red, green, blue] = channelsOf(from);
  const [toRed, toGreen, toBlue] = channelsOf(to);
  return hexOf([
    red + (toRed - red) * share,
    green + (toGreen - green) * share,
    blue + (toBlue - blue) * share,
  ]);
}

/** Inverts each channel, as fallback for a secondary colour. Source: docs/requirements/screens.md 9.10. */
export function inverse(hex: string): string {
  const [red, green, blue] = channelsOf(hex);
  return hexOf([255 - red, 255 - green, 255 - blue]);
}

/** A cache: a newsletter needs the same few colours in each of its blocks. */
const found = new Map<string, string>();
const FOUND_MOST = 1000;

/** The colour, darkened or lightened as far as needed to be readable on the background. */
export function readableOn(hex: string, background: string, minimum: number = MIN_CONTRAST): string {
  const asked = `${hex} ${background} ${minimum}`;
  const readable = found.get(asked) ?? findReadable(hex, background, minimum);
  if (found.size >= FOUND_MOST) found.clear();
  found.set(asked, readable);
  return readable;
}

function findReadable(hex: string, background: string, minimum: number): string {
  if (contrast(hex, background) >= minimum) return hex;
  const towards = contrast(BLACK, background) >= contrast(WHITE, background) ? 0 : 1;
  const { hue, saturation, lightness } = hslOf(hex);
  let near = lightness;
  let far: number = towards;
  for (let step = 0; step < 12; step += 1) {
    const middle = (near + far) / 2;
    if (contrast(hexOfHsl(hue, saturation, middle), background) >= minimum) far = middle;
    else near = middle;
  }
  return hexOfHsl(hue, saturation, far);
}

/** White, INK or black: the first that is readable on this background. */
export function textOn(background: string): string {
  return [WHITE, INK].find((text) => contrast(text, background) >= MIN_CONTRAST) ?? BLACK;
}

function hslOf(hex: string): { hue: number; saturation: number; lightness: number } {
  const [red, green, blue] = channelsOf(hex).map((channel) => channel / 255);
  const [r = 0, g = 0, b = 0] = [red, green, blue];
  const max = Math.max(r, g, b);
  const span = max - Math.min(r, g, b);
  const lightness = max - span / 2;
  if (span === 0) return { hue: 0, saturation: 0, lightness };
  const sector = max === r ? (g - b) / span : max === g ? (b - r) / span + 2 : (r - g) / span + 4;
  return { hue: (sector * 60 + 360) % 360, saturation: span / (1 - Math.abs(2 * lightness - 1)), lightness };
}

function hexOfHsl(hue: number, saturation: number, lightness: number): string {
  const reach = saturation * Math.min(lightness, 1 - lightness);
  const channel = (offset: number) => {
    const sector = (offset + hue / 30) % 12;
    return 255 * (lightness - reach * Math.max(-1, Math.min(sector - 3, 9 - sector, 1)));
  };
  return hexOf([channel(0), channel(8), channel(4)]);
}
