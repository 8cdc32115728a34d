import type { BlockContext } from '#newsletter/document/block.ts';
import type { Block } from '#newsletter/document/document.ts';
import { type Markup, mjml } from './mjml.ts';

/** Who sees each block for groups, in words by its name, for whoever approves a newsletter: 'Only Year 4'. */
export type AudienceMarks = ReadonlyMap<string, string>;

/** The line above a block for groups; nothing above others. */
export function markMarkup(
  { name }: Block,
  { padding, palette, fonts }: BlockContext,
  marks: AudienceMarks | undefined,
): Markup {
  const words = marks?.get(name);
  if (words === undefined) return mjml``;
  return mjml`<mj-text padding="${padding}" font-family="${fonts.sans}" font-size="13px" line-height="18px" color="${palette.text}"><div style="border:1px dashed ${palette.text};border-radius:4px;padding:2px 8px;display:inline-block">${words}</div></mj-text>`;
}
