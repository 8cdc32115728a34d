import { z } from 'zod';
import {
  BLOCK_MESSAGES,
  defineBlock,
  editable,
  INHERITED_TEXT_MAX,
  limitMessage,
  strict,
} from '#newsletter/document/block.ts';
import { cleanLines, linesMarkup } from '#newsletter/document/lines.ts';
import { type Markup, mjml } from '#newsletter/render/mjml.ts';
import { inOwnRun, inOwnRunIfAgainst } from '#newsletter/render/own-direction.ts';
import { LINK_LINE } from '#newsletter/render/type-size/link-line.ts';
import { phoneInGroups } from '#newsletter/values/phone.ts';
import { webAddress } from '#newsletter/values/url.ts';

/** The school's name and contact details on its primary colour. Always below all columns. */
export const footer = defineBlock({
  type: 'footer',
  label: 'Footer',
  schema: strict({
    text: z
      .string(BLOCK_MESSAGES.required)
      .max(INHERITED_TEXT_MAX, limitMessage(INHERITED_TEXT_MAX))
      .overwrite(cleanLines),
  }),
  defaults: () => ({ text: '' }),
  toMjml(value, context) {
    const { school, palette, fonts, design, placeholder } = context;
    const { background, text } = palette.footer;
    const link = `color:${text};${LINK_LINE}`;
    const website = webAddress(school.website ?? '');
    const postal = school.postal_address?.trim() ?? '';
    const isEmpty = value.text.trim() === '';
    const words = isEmpty ? (placeholder ? 'Footer text' : null) : linesMarkup(value.text, school.language);
    const contact = [
      school.email &&
        mjml`<a href="mailto:${school.email}" style="${link};text-decoration:none">${school.email}</a>`,
      school.phone &&
        mjml`<a href="tel:${school.phone.replace(/[^\d+]/g, '')}" style="${link};text-decoration:none;white-space:nowrap">${inOwnRun(school.language, phoneInGroups(school.phone))}</a>`,
    ];
    return mjml`<mj-text padding="30px ${design.padding}px 32px" align="center" color="${text}" font-family="${fonts.sans}" font-size="15px" line-height="24px" container-background-color="${background}" css-class="ink-footer"><p style="margin:0 0 4px;font-family:${fonts.heading};font-size:19px;line-height:26px;font-weight:650">${inOwnRunIfAgainst(school.language, school.name)}</p>${postal !== '' && mjml`<p style="margin:0">${linesMarkup(postal, school.language)}</p>`}<p style="margin:0">${joinWithDots(contact)}</p>${website !== null && mjml`<p style="margin:0"><a href="${website}" style="${link};text-decoration:underline">${withoutScheme(school.website ?? '')}</a></p>`}${words !== null && mjml`<p style="margin:10px 0 0">${inOwnRunIfAgainst(school.language, value.text, editable(context, 'text', words))}</p>`}</mj-text>`;
  },
  toText: (value, { school }) =>
    [
      school.name,
      school.postal_address,
      school.email,
      phoneInGroups(school.phone ?? ''),
      school.website,
      value.text,
    ]
      .filter(Boolean)
      .join('\n'),
  traits: {
    place: 'foot',
    isHeading: false,
    isContent: false,
    isThin: false,
    isOfOneIssue: 'until-kept',
    height: () => 0,
    words: {
      texts: ({ text }) => [
        {
          path: 'text',
          label: 'Footer text',
          format: 'plain',
          text,
          hasLines: true,
          replace: (changed) => ({ text: changed }),
        },
      ],
      inherited: ({ text }) => ({ text, replace: (changed) => ({ text: changed }) }),
      emptyFields: ({ text }) => (text.trim() === '' ? ['text'] : []),
    },
    files: null,
    rows: null,
    recommendations: null,
    filling: null,
  },
});

function joinWithDots(parts: readonly (Markup | string)[]): Markup {
  return mjml`${parts.filter((part) => part !== '').map((part, index) => mjml`${index > 0 && ' · '}${part}`)}`;
}

function withoutScheme(address: string): string {
  return address
    .trim()
    .replace(/^https?:\/\//i, '')
    .replace(/\/$/, '');
}
