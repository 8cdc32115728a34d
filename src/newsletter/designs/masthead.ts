import { type Markup, mjml } from '#newsletter/render/mjml.ts';
import type { MastheadSource } from './design.ts';

/** Parts that the mastheads of several designs share. */

/** Pixels of a wide logo, which holds the school's name. */
const WIDE_LOGO = { width: 240, height: 68 } as const;

/** A table cell with the crest, `size` pixels wide, or a wide logo; nothing for a school without one. */
export function logoCell({ logo, school }: MastheadSource, size: number, space: number): Markup {
  if (logo === null) return mjml``;
  const width = logo.isWide ? WIDE_LOGO.width : size;
  return mjml`<td class="ink-crest" width="${width}" valign="middle" style="padding:0 ${space}px 0 0"><img src="${logo.url}" alt="${logo.isWide ? school.name : ''}" width="${width}" style="display:block;width:${width}px;height:auto" /></td>`;
}
