import { type Markup, mjml } from '#newsletter/render/mjml.ts';
import type { MastheadSource } from './design.ts';

/** Parts that the mastheads of several designs share. */

/** The width of a wide logo in pixels. It contains the school’s name. */
const WIDE_LOGO = 240;

/** Whether the masthead shows the school’s name; a wide logo contains it. */
export function showsName({ logo }: MastheadSource): boolean {
  return logo?.isWide !== true;
}

/** The logo’s width in pixels, if a crest has this size. */
export function logoWidth({ logo }: MastheadSource, size: number): number {
  return logo?.isWide ? WIDE_LOGO : size;
}

/**
 * The crest, `size` pixels wide, or a wide logo, whose alt text is the school’s name. Empty without a logo. `room`: the CSS of a
 * crest’s box.
 */
export function logoImage(
  source: MastheadSource,
  size: number,
  colour: string,
  room = `width:${size}px`,
): Markup {
  const { logo, school, fonts } = source;
  if (logo === null) return mjml``;
  const width = logoWidth(source, size);
  // Reserves the height, so that nothing below moves when the logo has loaded. Mail programs may drop a whole style attribute
  // over a property that they do not know.
  const height =
    source.target === 'page' && logo.aspect !== null
      ? `height:auto;aspect-ratio:auto ${logo.aspect.toFixed(3)};`
      : 'height:auto;';
  // Mail programs that invert colours by themselves keep background images, and therefore the background of a transparent logo.
  const plate =
    source.target === 'mail'
      ? `background:${source.palette.ground} linear-gradient(${source.palette.ground},${source.palette.ground});`
      : '';
  // As an inline element without text, a blocked crest takes no room. Its cell may be narrower, and must not shrink it.
  if (!logo.isWide)
    return mjml`<img src="${logo.url}" alt="" width="${width}" style="display:inline;vertical-align:top;max-width:none;${height}${plate}${room}" />`;
  const words = `font-family:${fonts.heading};font-size:24px;line-height:30px;font-weight:700;color:${colour}`;
  return mjml`<img src="${logo.url}" alt="${school.name}" width="${width}" style="display:block;width:${width}px;max-width:100%;${height}${plate}${words}" />`;
}

/** A table cell with the logo and `space` pixels after it. */
export function logoCell(source: MastheadSource, size: number, space: number, colour: string): Markup {
  const { logo } = source;
  if (logo === null) return mjml``;
  // The cell of a crest is as wide as the crest, and collapses if the crest is blocked.
  return logo.isWide
    ? mjml`<td class="ink-logo" width="${logoWidth(source, size)}" valign="middle" style="padding:0 ${space}px 0 0">${logoImage(source, size, colour)}</td>`
    : mjml`<td class="ink-crest" width="1" valign="middle" style="font-size:0;line-height:0">${logoImage(source, size, colour, `width:${size}px;margin:0 ${space}px 0 0`)}</td>`;
}

/** The logo on a white plate, for coloured backgrounds. */
export function logoPlate(
  source: MastheadSource,
  { size, padding, radius }: { readonly size: number; readonly padding: number; readonly radius: number },
): Markup {
  const { logo, palette } = source;
  if (logo === null) return mjml``;
  const whole = size + 2 * padding;
  // A percentage of the cell's width: zero if the crest is blocked, so that no empty plate is left.
  const room = `box-sizing:border-box;width:${whole}px;padding:${((100 * padding) / whole).toFixed(2)}%;border-radius:${radius}px`;
  const style = logo.isWide ? `padding:${padding}px` : 'font-size:0;line-height:0';
  return mjml`<table role="presentation" align="center" cellpadding="0" cellspacing="0" style="border-collapse:separate"><tr><td class="ink-plate" bgcolor="#ffffff" style="${style};border-radius:${radius}px">${logoImage(source, size, palette.heading, room)}</td></tr></table>`;
}

/** A website’s URL without scheme and trailing slash. */
export function websiteWords(website: string | null): string {
  return (website ?? '').replace(/^https?:\/\//, '').replace(/\/$/, '');
}
