import { type Palette, paletteOn } from '#newsletter/values/branding.ts';
import { WHITE } from '#newsletter/values/colour.ts';
import type { Tone } from './design.ts';

/** Tones that several designs share. */

/** A ground in a strong colour: headings and links are words like all others there. */
export function boldTone(background: string, palette: Palette): Tone {
  const on = paletteOn(background, palette);
  const accent = { ...on.accent, asText: on.text };
  return { background, palette: { ...on, heading: on.text, link: on.text, accent } };
}

/** The band of the first colour. */
export function bandTone(palette: Palette): Tone {
  return boldTone(palette.band.background, palette);
}

/** Boxes on a tinted ground are white. */
export function onWhite(palette: Palette): Palette {
  return { ...palette, tint: WHITE };
}
