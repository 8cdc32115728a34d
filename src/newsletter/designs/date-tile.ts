import { type Markup, mjml } from '#newsletter/render/mjml.ts';
import { paletteOn } from '#newsletter/values/branding.ts';
import { WHITE } from '#newsletter/values/colour.ts';
import type { EventDate, StyleSource } from './design.ts';

type TileStyle = {
  readonly radius: number;
  readonly head: { readonly background: string; readonly text: string };
};

/** A date as a calendar tile, 60 pixels wide: weekday, day, month. */
export function dateTile(
  date: EventDate,
  { palette, fonts }: StyleSource,
  { radius, head }: TileStyle,
): Markup {
  const { heading, quiet } = paletteOn(WHITE, palette);
  const month = date.year === null ? date.month : `${date.month} ${date.year}`;
  return mjml`<table role="presentation" class="ink-tile" width="60" cellpadding="0" cellspacing="0"><tr><td align="center" bgcolor="${head.background}" style="background-color:${head.background};padding:2px 0;border-radius:${radius}px ${radius}px 0 0;font-size:13px;line-height:22px;font-weight:650;color:${head.text}">${date.weekday}</td></tr><tr><td align="center" bgcolor="${WHITE}" style="background-color:${WHITE};padding:4px 0 7px;border-radius:0 0 ${radius}px ${radius}px"><strong style="font-family:${fonts.heading};font-size:25px;line-height:28px;font-weight:700;color:${heading}">${date.day}</strong><br /><span style="font-size:13px;line-height:15px;font-weight:600;color:${quiet}">${month}</span></td></tr></table>`;
}
