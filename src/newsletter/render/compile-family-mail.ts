import { designOf } from '#newsletter/designs/index.ts';
import { compose } from '#newsletter/document/composition.ts';
import { emptyDocument } from '#newsletter/document/document.ts';
import { NEWSLETTER_WIDTH } from '#newsletter/document/layout.ts';
import { LINK_LINE } from '#newsletter/render/type-size/link-line.ts';
import { paletteOn, type SchoolBranding } from '#newsletter/values/branding.ts';
import { pictureAddress, webAddress } from '#newsletter/values/url.ts';
import { newsletterWords } from '#newsletter/words/newsletter-words.ts';
import { fontsOf, sheetPalette } from './block-context.ts';
import { mastheadMarkup } from './compile-masthead.ts';
import { footOf, joinParts } from './compile-text.ts';
import { envelope, mailFoot } from './frame.ts';
import { type Markup, mjml } from './mjml.ts';

/** The program's own mails to a school's families, in the school's design. */

/** A part of such a mail. `item`: a newsletter, with a link to its page. */
export type FamilyMailPart =
  | { readonly is: 'words'; readonly text: string }
  | { readonly is: 'quiet'; readonly text: string }
  | { readonly is: 'button'; readonly text: string; readonly url: string }
  | {
      readonly is: 'item';
      readonly title: string;
      readonly date: string;
      /** An uploaded file's path or its URL. */
      readonly picture: string | null;
      readonly text: string;
      readonly url: string;
    };

export type FamilyMailSource = {
  readonly title: string;
  readonly parts: readonly FamilyMailPart[];
  /** The school, whose language is that of the mail. */
  readonly school: SchoolBranding;
  readonly origin: string;
  /** `YYYY-MM-DD` */
  readonly today: string;
  /** The links at the foot, for subscribers. */
  readonly unsubscribeUrl?: string;
  readonly preferencesUrl?: string;
};

/** The MJML of such a mail. */
export function compileFamilyMail(source: FamilyMailSource): string {
  const { school, parts } = source;
  const document = emptyDocument('one_column');
  const design = designOf(null, school.design);
  const palette = sheetPalette(school, design);
  const around = paletteOn(design.ground(palette), palette);
  const drawn = {
    ...source,
    document,
    target: 'mail',
    design,
    palette,
    composition: compose(document, design),
  } as const;
  const padding = `6px ${design.padding}px`;
  const fonts = fontsOf(design, 'mail');
  const [size, line] = design.text.size;
  const wordsOf = (text: string, colour: string, kind: string) =>
    mjml`<mj-text padding="${padding}" font-size="${size}px" line-height="${line}px" color="${colour}" css-class="${kind}"><p style="margin:0">${text}</p></mj-text>`;
  const partOf = (part: FamilyMailPart): Markup => {
    if (part.is === 'words') return wordsOf(part.text, palette.text, 'd-text');
    if (part.is === 'quiet') return wordsOf(part.text, palette.quiet, 'd-quiet');
    const url = webAddress(part.url);
    if (url === null) return mjml``;
    if (part.is === 'button') {
      const { background, text } = design.button(palette);
      return mjml`<mj-button padding="${padding}" href="${url}" target="_self" align="left" background-color="${background}" color="${text}" border-radius="${design.radius.button}px" font-family="${fonts.sans}" font-size="16px" font-weight="650" line-height="24px" inner-padding="12px 22px" css-class="ink-button">${part.text}</mj-button>`;
    }
    const address = pictureAddress(part.picture ?? '', source.origin);
    const picture =
      address !== null &&
      mjml`<p style="margin:0 0 10px"><img src="${address}" alt="" width="${NEWSLETTER_WIDTH - 2 * design.padding}" style="display:block;width:100%;height:auto;border-radius:${design.radius.picture}px" /></p>`;
    const [headingSize, headingLine] = design.heading.sizes.column;
    return mjml`<mj-text padding="14px ${design.padding}px" font-size="${size}px" line-height="${line}px" color="${palette.text}" css-class="d-text">${picture}<h2 style="margin:0;font-family:${fonts.heading};font-size:${headingSize}px;line-height:${headingLine}px;font-weight:${design.heading.weight}">${part.title}</h2><p class="d-quiet" style="margin:2px 0 6px;color:${palette.quiet}">${part.date}</p><p style="margin:0"><a class="d-link" href="${url}" style="color:${palette.link};text-decoration:underline;${LINK_LINE}">${part.text}</a></p></mj-text>`;
  };
  const sheet = mjml`<mj-section padding="16px 0 24px" background-color="${design.sheet}" css-class="ink-sheet"><mj-column width="100%">${parts.map(partOf)}</mj-column></mj-section>`;
  return envelope({
    title: source.title,
    design,
    dark: palette,
    language: school.language,
    target: 'mail',
    width: NEWSLETTER_WIDTH,
    background: design.ground(palette),
    body: mjml`<mj-section padding="0"><mj-column width="100%"><mj-spacer height="16px" /></mj-column></mj-section>${mastheadMarkup(drawn)}${sheet}${mailFoot({ ...source, around })}`,
  });
}

/** Its plain-text part. */
export function textOfFamilyMail(source: FamilyMailSource): string {
  const { words } = newsletterWords(source.school.language);
  return joinParts([
    source.title,
    ...source.parts.map((part) => {
      if (part.is === 'item') return `${part.title}\n${part.date}\n${part.url}`;
      return part.is === 'button' ? `${part.text}:\n${part.url}` : part.text;
    }),
    footOf(source, words),
  ]);
}
