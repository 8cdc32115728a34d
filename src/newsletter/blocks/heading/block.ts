import { defineBlock, requiredText, strict } from '#newsletter/document/block.ts';
import { headingMarkup } from '#newsletter/render/heading-markup.ts';
import { mjml } from '#newsletter/render/mjml.ts';
import { underlined } from '#newsletter/values/underlined.ts';

/** A heading in the school's colour, rendered as h2. */
export const heading = defineBlock({
  type: 'heading',
  label: 'Heading',
  schema: strict({ text: requiredText() }),
  defaults: () => ({ text: '' }),
  toMjml(value, context) {
    const isEmpty = value.text.trim() === '';
    return isEmpty && !context.placeholder ? mjml`` : headingMarkup(value.text, context, 'text');
  },
  toText: ({ text }) => (text.trim() === '' ? '' : underlined(text, '-')),
  traits: {
    place: 'column',
    isHeading: true,
    isContent: true,
    isThin: false,
    isOfOneIssue: 'until-kept',
    height: () => 50,
    words: {
      texts: ({ text }) => [
        { path: 'text', format: 'plain', text, replace: (changed) => ({ text: changed }) },
      ],
    },
    files: null,
    rows: null,
    recommendations: null,
    filling: null,
  },
});
