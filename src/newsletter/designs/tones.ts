import { type Palette, paletteOn } from '#newsletter/values/branding.ts';
import { WHITE } from '#newsletter/values/colour.ts';
import type { Tone } from './design.ts';

/** Tones that several designs share. */

/** A strong background: headings and links have the colour of the text. */
export function boldTone(background: string, palette: Palette): Tone {
  const on = paletteOn(background, palette);
  const accent = { ...on.accent, asText: on.text };
  return { background, palette: { ...on, heading: on.text, link: on.text, accent } };
}

/** A band in the primary colour. */
export function bandTone(palette: Palette): Tone {
  return boldTone(palette.band.background, palette);
}

/** A tinted background with white boxes: a tint on a tint is a dull grey that looks switched off. */
export function softTone(background: string, palette: Palette): Tone {
  return { background, palette: { ...paletteOn(background, palette), tint: WHITE } };
}
