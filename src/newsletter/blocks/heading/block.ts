import {
  defineBlock,
  none,
  requiredText,
  strict,
  WIDE_COLUMN,
  withoutFiles,
} from '#newsletter/document/block.ts';
import { mjml } from '#newsletter/render/mjml.ts';

/** A heading in the school's colour, rendered as h2. */
export const heading = defineBlock({
  type: 'heading',
  label: 'Heading',
  schema: strict({ text: requiredText() }),
  defaults: () => ({ text: '' }),
  toMjml(value, { fonts, palette, padding, width, placeholder }) {
    const isEmpty = value.text.trim() === '';
    if (isEmpty && !placeholder) return mjml``;
    const [size, line] = width >= WIDE_COLUMN ? [28, 34] : [25, 28];
    const colour = isEmpty ? '#6b7680' : palette.heading;
    // A heading in an mj-text inherits everything but its size.
    return mjml`<mj-text padding="${padding}" font-family="${fonts.heading}" letter-spacing="-0.01em" color="${colour}" css-class="ink-heading"><h2 style="margin:0;font-size:${size}px;line-height:${line}px;font-weight:600">${isEmpty ? 'Heading' : value.text}</h2></mj-text>`;
  },
  toText: (value) => value.text,
  traits: {
    place: 'column',
    isHeading: true,
    isContent: true,
    isThin: false,
    height: () => 50,
    texts: ({ text }) => [{ path: 'text', format: 'plain', text, replace: (changed) => ({ text: changed }) }],
    links: none,
    pictures: none,
    colours: none,
    dates: none,
    inheritedText: () => null,
    emptyFields: none,
    mapFiles: withoutFiles,
  },
});
