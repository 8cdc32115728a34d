import type { Target } from '#newsletter/document/block.ts';
import { paletteOf, QUIET_COLOUR, type SchoolBranding, TEXT_COLOUR } from '#newsletter/values/branding.ts';
import { fileAddress, webAddress } from '#newsletter/values/url.ts';
import { FONTS } from './fonts.ts';
import { Markup, mjml } from './mjml.ts';

/** The frame around the blocks: document, header, and the top and bottom of mails. */

/** A full-width section with one column. */
export function section(content: Markup): Markup {
  return mjml`<mj-section padding="0"><mj-column width="100%">${content}</mj-column></mj-section>`;
}

/** The school's logo (32:9), or its name without one, and the bar. */
export function headSection({
  school,
  origin,
  target,
}: {
  readonly school: SchoolBranding;
  readonly origin: string;
  readonly target: Target;
}): Markup {
  const { bar, heading } = paletteOf(school);
  const logo = fileAddress(school.logo ?? '', origin);
  const sign =
    logo === null
      ? mjml`<mj-text padding="28px 24px" align="center" css-class="ink-head"><p style="margin:0;font-family:${FONTS[target].heading};font-size:28px;line-height:34px;font-weight:600;color:${heading}">${school.name}</p></mj-text>`
      : mjml`<mj-image padding="14px 0" src="${logo}" alt="${school.name}" width="320px" css-class="ink-head" />`;
  return mjml`<mj-section padding="0" background-color="#ffffff"><mj-column width="100%">${sign}<mj-divider padding="0" border-width="8px" border-color="${bar}" /></mj-column></mj-section>`;
}

/** The top of a mail: the title and a link to the page. */
export function mailTop({
  title,
  school,
  pageUrl,
}: {
  readonly title: string;
  readonly school: SchoolBranding;
  readonly pageUrl?: string;
}): Markup {
  const page = webAddress(pageUrl ?? '');
  const { link } = paletteOf(school);
  return mjml`<mj-section padding="16px 12px 10px"><mj-column width="100%"><mj-text padding="0 12px" font-size="14px" line-height="20px" color="${QUIET_COLOUR}"><h1 style="margin:0;font-size:14px;line-height:20px;font-weight:600">${title}</h1>${page !== null && mjml`<p style="margin:0"><a href="${page}" style="color:${link};text-decoration:underline">Read it in your browser</a></p>`}</mj-text></mj-column></mj-section>`;
}

/** The bottom of a mail: why the reader gets it, and the unsubscribe link. */
export function mailFoot({
  school,
  unsubscribeUrl,
}: {
  readonly school: SchoolBranding;
  readonly unsubscribeUrl?: string;
}): Markup {
  const url = webAddress(unsubscribeUrl ?? '');
  if (url === null)
    return mjml`<mj-section padding="12px"><mj-column width="100%"><mj-spacer height="8px" /></mj-column></mj-section>`;
  return mjml`<mj-section padding="16px 12px 24px"><mj-column width="100%"><mj-text padding="0 12px" align="center" font-size="13px" line-height="20px" color="${QUIET_COLOUR}"><p style="margin:0">You receive this because you are on the list of ${school.name}.</p><p style="margin:0"><a href="${url}" style="color:${QUIET_COLOUR};text-decoration:underline">Unsubscribe</a></p></mj-text></mj-column></mj-section>`;
}

// The engine's default, collapsed borders, has no round corners. Stacked columns on a phone use the type of wide ones.
const STYLE = mjml`<mj-style>.ink-box table { border-collapse: separate; } @media only screen and (max-width:479px) { .ink-text div { font-size: 16px !important; line-height: 25px !important; } .ink-heading h2 { font-size: 28px !important; line-height: 34px !important; } }</mj-style>`;

/** The parts of a whole MJML document. */
export type Envelope = {
  readonly title: string;
  readonly previewText?: string;
  readonly language: string;
  readonly target: Target;
  readonly width: number;
  readonly background: string | null;
  readonly body: Markup;
};

/** A whole MJML document. mrml also writes the title into an attribute, hence `Markup.ascii`. */
export function envelope({
  title,
  previewText,
  language,
  target,
  width,
  background,
  body,
}: Envelope): string {
  const attributes = mjml`<mj-attributes><mj-all font-family="${FONTS[target].text}" /><mj-text color="${TEXT_COLOUR}" font-size="15px" line-height="23px" /><mj-table color="${TEXT_COLOUR}" font-size="15px" line-height="23px" /></mj-attributes>`;
  const preview =
    previewText !== undefined &&
    previewText !== '' &&
    mjml`<mj-preview>${Markup.ascii(previewText)}</mj-preview>`;
  const head = mjml`<mj-head>${title !== '' && mjml`<mj-title>${Markup.ascii(title)}</mj-title>`}${preview}${attributes}${STYLE}</mj-head>`;
  const inside =
    background === null
      ? mjml`<mj-body width="${width}px">${body}</mj-body>`
      : mjml`<mj-body width="${width}px" background-color="${background}">${body}</mj-body>`;
  return mjml`<mjml lang="${language}">${head}${inside}</mjml>`.toString();
}
