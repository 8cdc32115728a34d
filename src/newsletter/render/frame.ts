import type { Design, TypeSize } from '#newsletter/designs/design.ts';
import type { Target } from '#newsletter/document/block.ts';
import { LINK_LINE } from '#newsletter/render/type-size/link-line.ts';
import { type Palette, type SchoolBranding, TEXT_COLOUR } from '#newsletter/values/branding.ts';
import { webAddress } from '#newsletter/values/url.ts';
import { newsletterWords } from '#newsletter/words/newsletter-words.ts';
import { fill } from '#newsletter/words/words-in.ts';
import { darkRules } from './dark.ts';
import { FONTS } from './fonts.ts';
import { Markup, mjml } from './mjml.ts';
import { PHOTO_STYLES } from './photo.ts';

/** The frame around the blocks: document, header, and the top and bottom of mails. */

/** A full-width section with one column. */
export function section(content: Markup): Markup {
  return mjml`<mj-section padding="0"><mj-column width="100%">${content}</mj-column></mj-section>`;
}

/** The top of a mail, above the newsletter: the link to the page. */
export function mailTop({
  school,
  around,
  pageUrl,
}: {
  readonly school: SchoolBranding;
  /** The colours that are readable on the background around the newsletter. */
  readonly around: Palette;
  readonly pageUrl?: string;
}): Markup {
  const page = webAddress(pageUrl ?? '');
  if (page === null)
    return mjml`<mj-section padding="0"><mj-column width="100%"><mj-spacer height="16px" /></mj-column></mj-section>`;
  const { words } = newsletterWords(school.language);
  return mjml`<mj-section padding="14px 12px 8px" css-class="ink-around"><mj-column width="100%"><mj-text padding="0 12px" font-size="14px" line-height="20px" color="${around.quiet}" css-class="d-quiet"><p style="margin:0"><a class="d-link ink-in-browser" href="${page}" style="color:${around.link};text-decoration:underline;${LINK_LINE}">${words.readInBrowser}</a></p></mj-text></mj-column></mj-section>`;
}

/** The bottom of a mail: the reason why the reader gets it, and the links to choose and to unsubscribe. */
export function mailFoot({
  school,
  around,
  unsubscribeUrl,
  preferencesUrl,
}: {
  readonly school: SchoolBranding;
  readonly around: Palette;
  readonly unsubscribeUrl?: string;
  readonly preferencesUrl?: string;
}): Markup {
  const chosen = webAddress(preferencesUrl ?? '');
  const url = webAddress(unsubscribeUrl ?? '');
  const { words } = newsletterWords(school.language);
  if (url === null)
    return mjml`<mj-section padding="12px"><mj-column width="100%"><mj-spacer height="8px" /></mj-column></mj-section>`;
  return mjml`<mj-section padding="16px 12px 20px" css-class="ink-around"><mj-column width="100%"><mj-text padding="0 12px" align="center" font-size="13px" line-height="20px" color="${around.quiet}" css-class="d-quiet"><p class="ink-on-list" style="margin:0">${fill(words.onList, { school: school.name })}</p><p style="margin:0">${chosen !== null && mjml`<a class="d-quiet ink-choose" href="${chosen}" style="color:${around.quiet};text-decoration:underline;${LINK_LINE}">${words.whatYouGet}</a> · `}<a class="d-quiet ink-leave" href="${url}" style="color:${around.quiet};text-decoration:underline;${LINK_LINE}">${words.unsubscribe}</a></p></mj-text></mj-column></mj-section>`;
}

/** CSS rules for forced colours: areas keep their colours, and all areas and buttons get a line around them. */
export const FORCED_RULES = mjml`.ink-bar, .ink-badge, .ink-awning { forced-color-adjust: none; outline: 1px solid CanvasText; } .ink-button table td, .ink-tile { border: 1px solid ButtonText !important; } .ink-panel, td.d-own[bgcolor] { outline: 1px solid CanvasText; outline-offset: -1px; } .ink-band, .ink-footer { border-top: 1px solid CanvasText !important; }`;

// Collapsed borders, the engine's default, have no round corners. Columns that are stacked on a phone are wide ones there.
function styleOf({ heading, text, phonePadding, gap, phoneHead }: Design): Markup {
  const size = ([size, line]: TypeSize) =>
    mjml`font-size: ${size}px !important; line-height: ${line}px !important;`;
  const side = phonePadding - gap / 2;
  return mjml`<mj-style>.ink-box table { border-collapse: separate; } .ink-words h1, .ink-heading h2 { overflow-wrap: anywhere; text-wrap: balance; } @media only screen and (max-width:479px) { .ink-columns > table > tbody > tr > td { padding-left: ${side}px !important; padding-right: ${side}px !important; } .ink-between > table > tbody > tr > td { padding-left: ${phonePadding}px !important; padding-right: ${phonePadding}px !important; } .ink-side > table { border-left: 0 !important; } .ink-text div { ${size(text.phone)} } .ink-heading h2 { ${size(heading.phone)} } .ink-lead h2 { ${size(heading.phoneLead)} } .ink-button table { width: 100% !important; } .ink-button table td, .ink-button table td > * { display: block !important; padding: 0 !important; } .ink-button table td > * { padding: 13px 20px !important; font-size: 17px !important; } ${stackedTable(mjml`.ink-grid`)} .ink-card-section { margin: 0 12px !important; } ${phoneHead} } @media only screen and (max-width:599px) { ${stackedTable(mjml`.ink-tight`)} }</mj-style>`;
}

// Rows become cards, whose lines begin with the headings.
function stackedTable(table: Markup): Markup {
  return mjml`${table} thead { display: none !important; } ${table} tbody, ${table} tr, ${table} th, ${table} td { display: block !important; } ${table} tr { padding: 8px 0 !important; } ${table} th, ${table} td { padding: 1px 0 !important; border-bottom-width: 0 !important; } ${table} .ink-label { display: inline !important; } ${table} .ink-empty { display: none !important; }`;
}

const PHONE_PHOTOS = mjml`<mj-style>@media only screen and (max-width:479px) { ${PHOTO_STYLES} }</mj-style>`;

function darkStyle(design: Design, palette: Palette): Markup {
  return mjml`<mj-style>:root { color-scheme: light dark; } @media (prefers-color-scheme:dark) { ${darkRules(design, palette)} } @media (forced-colors:active) { ${FORCED_RULES} }</mj-style>`;
}

/** The parts of a whole MJML document. */
export type Envelope = {
  readonly title: string;
  readonly design: Design;
  /** The palette of a newsletter that follows its reader's dark mode; absent or null: it stays light. */
  readonly dark?: Palette | null;
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
  design,
  dark = null,
  previewText,
  language,
  target,
  width,
  background,
  body,
}: Envelope): string {
  const attributes = mjml`<mj-attributes><mj-all font-family="${FONTS[target][design.fonts.text]}" /><mj-text color="${TEXT_COLOUR}" font-size="15px" line-height="23px" /><mj-table color="${TEXT_COLOUR}" font-size="15px" line-height="23px" /></mj-attributes>`;
  const preview =
    previewText !== undefined &&
    previewText !== '' &&
    mjml`<mj-preview>${Markup.ascii(previewText)}</mj-preview>`;
  const head = mjml`<mj-head>${title !== '' && mjml`<mj-title>${Markup.ascii(title)}</mj-title>`}${preview}${attributes}${styleOf(design)}${PHONE_PHOTOS}${dark !== null && darkStyle(design, dark)}</mj-head>`;
  const inside =
    background === null
      ? mjml`<mj-body width="${width}px">${body}</mj-body>`
      : mjml`<mj-body width="${width}px" background-color="${background}">${body}</mj-body>`;
  return mjml`<mjml lang="${language}">${head}${inside}</mjml>`.toString();
}
