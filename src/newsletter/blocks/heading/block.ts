import { defineBlock, requiredText, strict, WIDE_COLUMN } from '../../block.ts';
import { mjml } from '../../mjml.ts';

/** A heading in the school's colour, h2 on the page. */
export const heading = defineBlock({
  type: 'heading',
  label: 'Heading',
  schema: strict({ text: requiredText() }),
  defaults: () => ({ text: '' }),
  toMjml(value, { fonts, palette, padding, width, placeholder }) {
    const isEmpty = value.text.trim() === '';
    if (isEmpty && !placeholder) return mjml``;
    const [size, line] = width >= WIDE_COLUMN ? [28, 34] : [25, 28];
    const colour = isEmpty ? '#8a949f' : palette.heading;
    const style = `margin:0;font-family:${fonts.heading};font-size:${size}px;line-height:${line}px;font-weight:600;letter-spacing:-0.01em;color:${colour}`;
    return mjml`<mj-text padding="${padding}" css-class="ink-heading"><h2 style="${style}">${isEmpty ? 'Heading' : value.text}</h2></mj-text>`;
  },
  toText: (value) => value.text,
});
