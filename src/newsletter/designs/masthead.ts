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

/** The crest, `size` pixels wide, or a wide logo, whose alt text is the school’s name. Empty without a logo. */
export function logoImage(source: MastheadSource, size: number, colour: string): Markup {
  const { logo, school, fonts } = source;
  if (logo === null) return mjml``;
  const width = logoWidth(source, size);
  // Mail programs that invert colours by themselves leave background images alone, and so the ground of a transparent logo.
  const plate =
    source.target === 'mail'
      ? `background:${source.palette.ground} linear-gradient(${source.palette.ground},${source.palette.ground});`
      : '';
  const words = `font-family:${fonts.heading};font-size:24px;line-height:30px;font-weight:700;color:${colour}`;
  return mjml`<img src="${logo.url}" alt="${logo.isWide ? school.name : ''}" width="${width}" style="display:block;width:${width}px;${logo.isWide ? 'max-width:100%;' : ''}height:auto;${plate}${words}" />`;
}

/** A table cell with the logo and `space` pixels after it. */
export function logoCell(source: MastheadSource, size: number, space: number, colour: string): Markup {
  const { logo } = source;
  if (logo === null) return mjml``;
  const width = logoWidth(source, size);
  return mjml`<td class="${logo.isWide ? 'ink-logo' : 'ink-crest'}" width="${width}" valign="middle" style="padding:0 ${space}px 0 0">${logoImage(source, size, colour)}</td>`;
}

/** The logo on a white plate, for coloured backgrounds. */
export function logoPlate(
  source: MastheadSource,
  { size, padding, radius }: { readonly size: number; readonly padding: string; readonly radius: number },
): Markup {
  if (source.logo === null) return mjml``;
  return mjml`<table role="presentation" align="center" cellpadding="0" cellspacing="0" style="border-collapse:separate"><tr><td class="ink-plate" bgcolor="#ffffff" style="padding:${padding};border-radius:${radius}px">${logoImage(source, size, source.palette.heading)}</td></tr></table>`;
}

/** A website’s URL without scheme and trailing slash. */
export function websiteWords(website: string | null): string {
  return (website ?? '').replace(/^https?:\/\//, '').replace(/\/$/, '');
}
