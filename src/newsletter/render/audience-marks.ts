import type { BlockContext } from '#newsletter/document/block.ts';
import type { Block } from '#newsletter/document/document.ts';
import { type Markup, mjml } from './mjml.ts';

/**
 * Marks for the approver of a newsletter, by the block's name: the audience of each block for groups, and the changed
 * blocks, such as 'Only Year 4' or 'Changed'. A mark's id is `mark-` and the block's name.
 */
export type AudienceMarks = ReadonlyMap<string, string>;

/** The line above a block that has a mark; nothing above others. */
export function markMarkup(
  { name }: Block,
  { padding, palette, fonts }: BlockContext,
  marks: AudienceMarks | undefined,
): Markup {
  const words = marks?.get(name);
  if (words === undefined) return mjml``;
  return mjml`<mj-text padding="${padding}" font-family="${fonts.sans}" font-size="13px" line-height="18px" color="${palette.text}"><div id="mark-${name}" style="border:1px dashed ${palette.text};border-radius:4px;padding:2px 8px;display:inline-block">${words}</div></mj-text>`;
}
