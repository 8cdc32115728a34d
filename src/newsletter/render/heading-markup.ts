import { type BlockContext, editable } from '#newsletter/document/block.ts';
import { type Markup, mjml } from './mjml.ts';
import { inOwnDirection } from './own-direction.ts';

/** A heading in its design's style; the canvas shows a placeholder for missing words. */
export function headingMarkup(text: string, context: BlockContext, path: string | null): Markup {
  const { school, design, role, fonts, palette, padding } = context;
  const isEmpty = text.trim() === '';
  const { sizes, weight, tracking, usesTextColour, mark } = design.heading;
  const [size, line] = sizes[role];
  const chosen = usesTextColour ? palette.text : palette.heading;
  const colour = isEmpty ? palette.quiet : chosen;
  const tone = usesTextColour || isEmpty ? 'd-text' : 'd-heading';
  const kind = role === 'lead' ? `ink-heading ink-lead ${tone}` : `ink-heading ${tone}`;
  const shown = isEmpty ? 'Heading' : text;
  const heading = mjml`<h2 style="margin:0;font-size:${size}px;line-height:${line}px;font-weight:${weight}">${path === null ? shown : editable(context, path, shown)}</h2>`;
  const words = inOwnDirection(school.language, text, heading);
  // Inside an mj-text, a heading needs its own size; it inherits the rest.
  return mjml`<mj-text padding="${padding}" font-family="${fonts.heading}" letter-spacing="${tracking}" color="${colour}" css-class="${kind}">${mark?.(palette)}${words}</mj-text>`;
}
