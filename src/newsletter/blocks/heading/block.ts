import {
  defineBlock,
  editable,
  none,
  requiredText,
  strict,
  undated,
  withoutFiles,
  withoutIds,
} from '#newsletter/document/block.ts';
import { mjml } from '#newsletter/render/mjml.ts';
import { inOwnDirection } from '#newsletter/render/own-direction.ts';
import { underlined } from '#newsletter/values/underlined.ts';

/** A heading in the school's colour, rendered as h2. */
export const heading = defineBlock({
  type: 'heading',
  label: 'Heading',
  schema: strict({ text: requiredText() }),
  defaults: () => ({ text: '' }),
  toMjml(value, context) {
    const { school, design, role, fonts, palette, padding, placeholder } = context;
    const isEmpty = value.text.trim() === '';
    if (isEmpty && !placeholder) return mjml``;
    const { sizes, weight, tracking, usesTextColour, mark } = design.heading;
    const [size, line] = sizes[role];
    const chosen = usesTextColour ? palette.text : palette.heading;
    const colour = isEmpty ? palette.quiet : chosen;
    const tone = usesTextColour || isEmpty ? 'd-text' : 'd-heading';
    const kind = role === 'lead' ? `ink-heading ink-lead ${tone}` : `ink-heading ${tone}`;
    const heading = mjml`<h2 style="margin:0;font-size:${size}px;line-height:${line}px;font-weight:${weight}">${editable(context, 'text', isEmpty ? 'Heading' : value.text)}</h2>`;
    const words = inOwnDirection(school.language, value.text, heading);
    // Inside an mj-text, a heading needs its own size; the rest it takes from there.
    return mjml`<mj-text padding="${padding}" font-family="${fonts.heading}" letter-spacing="${tracking}" color="${colour}" css-class="${kind}">${mark?.(palette)}${words}</mj-text>`;
  },
  toText: ({ text }) => (text.trim() === '' ? '' : underlined(text, '-')),
  traits: {
    place: 'column',
    isHeading: true,
    isContent: true,
    isThin: false,
    isOfOneIssue: 'until-kept',
    height: () => 50,
    texts: ({ text }) => [{ path: 'text', format: 'plain', text, replace: (changed) => ({ text: changed }) }],
    links: none,
    pictures: none,
    colours: none,
    recommendations: none,
    dates: none,
    withoutDates: undated,
    withDate: undated,
    inheritedText: () => null,
    cover: () => null,
    withNewIds: withoutIds,
    emptyFields: none,
    mapFiles: withoutFiles,
  },
});
