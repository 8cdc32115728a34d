import type { Palette } from '#newsletter/values/branding.ts';
import type { TableStyle } from './design.ts';

/** Table headers that several designs share. */

/** White text on the school’s colour. */
export function filledHeads({ badge }: Palette): TableStyle {
  return { background: badge, color: '#ffffff', edge: '', indent: 12, size: 14 };
}

/** Coloured text above a line. */
export function ruledHeads({ heading, bar }: Palette): TableStyle {
  return { background: null, color: heading, edge: `border-bottom:2px solid ${bar}`, indent: 0, size: 14 };
}
