import { type Palette, paletteOn } from '#newsletter/values/branding.ts';
import { WHITE } from '#newsletter/values/colour.ts';
import type { Tone } from './design.ts';

/** Tones that several designs share. */

/** A ground in a strong colour: headings and links are words like all others there. */
export function boldTone(background: string, palette: Palette): Tone {
  const on = paletteOn(background, palette);
  const words = { heading: on.text, link: on.text, badge: palette.badge };
  return { background, palette: { ...on, ...words, accent: { ...on.accent, words: on.text } } };
}

/** The band of the first colour. */
export function bandTone(palette: Palette): Tone {
  return boldTone(palette.band.background, palette);
}

/** Boxes on a tinted ground are white. */
export function onWhite(palette: Palette): Palette {
  return { ...palette, tint: WHITE };
}
