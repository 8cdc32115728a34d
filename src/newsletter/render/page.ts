import { type DesignId, designOf } from '#newsletter/designs/index.ts';
import { inRem } from '#newsletter/render/type-size/in-rem.ts';
import { paletteOf, paletteOn, type SchoolBranding } from '#newsletter/values/branding.ts';
import { safeLanguage } from '#newsletter/values/dates.ts';
import type { QrCode } from '#newsletter/values/qr-code.ts';
import { directionOf, mirrorIfRightToLeft } from '#newsletter/values/right-to-left.ts';
import { webAddress } from '#newsletter/values/url.ts';
import { newsletterWords } from '#newsletter/words/newsletter-words.ts';
import { shareWords } from '#newsletter/words/share-words.ts';
import { TINTED_PADDING } from './compile-newsletter.ts';
import { darkRules } from './dark.ts';
import { FORCED_RULES } from './frame.ts';
import { Markup, markup } from './mjml.ts';
import type { PictureSize } from './picture-copies.ts';

/** The input for a public page. `body` and `styles` come from `fragmentOf` the engine's output. */
type PageSource = {
  readonly title: string;
  /** A sentence for link previews. */
  readonly description: string;
  /** The absolute URL of a picture for link previews. */
  readonly image: string | null;
  /** The description of the picture; absent or empty if there is none. */
  readonly imageAlt?: string;
  /** The picture's intrinsic size, if known. */
  readonly imageSize?: PictureSize | undefined;
  /** The absolute URL of the school's logo, for link previews without a picture. */
  readonly logo?: string | null;
  readonly school: Pick<SchoolBranding, 'name' | 'primary_color' | 'secondary_color' | 'design'>;
  /** Null or absent: the school's. */
  readonly design?: DesignId | null;
  /** A BCP 47 tag. */
  readonly language: string;
  /** The date in the school's time zone, `YYYY-MM-DD`. */
  readonly publishedOn: string;
  /** The page's own absolute URL. */
  readonly url: string;
  readonly body: string;
  readonly styles: string;
  readonly productName: string;
  readonly productUrl: string;
  /** The URL of the calendar file with all dates. Absent: no link. */
  readonly calendarUrl?: string;
  /** Whether it is the page of a mail with blocks for groups, which is not secret. */
  readonly isForGroups?: boolean;
  /** The page's URL as a QR code, for print. Absent: none is printed. */
  readonly qrCode?: QrCode;
  /** The stylesheet of the fonts; default `/fonts/fonts.css`. */
  readonly fontsUrl?: string;
};

/** Builds the public page: plain HTML without scripts. */
export function buildPage(page: PageSource): string {
  const { words, lang } = newsletterWords(page.language);
  return inRem(
    `<!doctype html>\n${markup`<html lang="${page.language}" dir="${directionOf(page.language)}">${head(page)}<body class="ink-page"><main><article class="ink-card">${Markup.fromEngine(mirrorIfRightToLeft(page.body, page.language))}</article>${page.calendarUrl !== undefined && markup`<p class="ink-dates" lang="${lang}" dir="${directionOf(lang)}"><a href="${page.calendarUrl}">${words.addAllDates}</a></p>`}</main>${share(page)}<footer class="ink-made" lang="${lang}" dir="${directionOf(lang)}">${words.madeWith} <a href="${webAddress(page.productUrl) ?? '/'}">${page.productName}</a></footer></body></html>`}\n`,
  );
}

// Works without a script: two links, and the URL to copy or, in print, to scan.
function share(page: PageSource): Markup | false {
  const { title, school } = page;
  const { words, lang } = newsletterWords(page.language);
  const { words: sharing } = shareWords(page.language);
  const url = webAddress(page.url);
  if (url === null) return false;
  const subject = encodeURIComponent(`${title} · ${school.name}`);
  const message = encodeURIComponent(`${title}\n${url}`);
  return markup`<aside class="ink-share" aria-label="${words.share}" lang="${lang}" dir="${directionOf(lang)}">${page.isForGroups === true && markup`<p class="ink-own">${sharing.forGroups}</p>`}<p class="ink-ways">${sharing.shareThis} <a href="mailto:?subject=${subject}&body=${message}">${words.email}</a> <a href="https://wa.me/?text=${message}" rel="noreferrer">WhatsApp</a></p><p class="ink-online">${sharing.readOnline}</p><p class="ink-address" dir="ltr">${url}</p></aside>`;
}

// Robots rules and font preloads are sent as headers instead, as both may change after publishing.
function head(page: PageSource): Markup {
  const image = webAddress(page.image ?? '');
  const picture = image ?? webAddress(page.logo ?? '');
  const url = webAddress(page.url);
  const preview = markup`<meta property="og:type" content="article"><meta property="article:published_time" content="${page.publishedOn}"><meta property="og:title" content="${page.title}"><meta property="og:description" content="${page.description}"><meta property="og:site_name" content="${page.school.name}">${url !== null && markup`<meta property="og:url" content="${url}"><link rel="canonical" href="${url}">`}<meta property="og:locale" content="${localeOf(page.language)}">${picture !== null && markup`<meta property="og:image" content="${picture}">`}${image !== null && pictureFacts(page)}<meta name="twitter:card" content="${image === null ? 'summary' : 'summary_large_image'}">`;
  const fonts = markup`<link rel="stylesheet" href="${page.fontsUrl ?? '/fonts/fonts.css'}">`;
  return markup`<head><meta charset="utf-8"><title>${page.title} · ${page.school.name}</title><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="theme-color" content="${groundOf(page)}" media="(prefers-color-scheme: light)"><meta name="theme-color" content="#101319" media="(prefers-color-scheme: dark)"><meta name="description" content="${page.description}">${preview}<link rel="icon" href="/favicon.svg" type="image/svg+xml">${fonts}<style>${Markup.fromEngine(onPaperToo(page.styles))}${shellStyles(page)}${printedCode(page)}</style></head>`;
}

function pictureFacts({ imageAlt = '', imageSize }: PageSource): Markup {
  const size =
    imageSize !== undefined &&
    markup`<meta property="og:image:width" content="${imageSize.width}"><meta property="og:image:height" content="${imageSize.height}">`;
  return markup`${size}${imageAlt !== '' && markup`<meta property="og:image:alt" content="${imageAlt}">`}`;
}

/** A language with its most likely country, in the format of link previews: 'en_GB', 'cy_GB', 'de_DE'. */
function localeOf(language: string): string {
  const locale = new Intl.Locale(safeLanguage(language)).maximize();
  return `${locale.language}_${locale.region}`;
}

// The engine's column rules apply to screens only; print uses them too.
function onPaperToo(styles: string): string {
  return styles.replaceAll('@media only screen and', '@media');
}

// Generated content in the print style, because browsers may omit backgrounds in print.
function printedCode({ qrCode, url }: PageSource): Markup | false {
  if (qrCode === undefined || webAddress(url) === null) return false;
  const { size, path } = qrCode;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="98" height="98" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path d="${path}"/></svg>`;
  return markup`
@media print { .ink-share::before { flex: none; height: 98px; content: url('data:image/svg+xml,${encodeURIComponent(svg)}'); } }
`;
}

function groundOf({ school, design }: PageSource): string {
  return designOf(design, school.design).ground(paletteOf(school));
}

/**
 * Rules for print. The engine’s columns are inline blocks, which browsers cannot break across pages: they would start
 * on a new page and be cut at its end. As flex items they continue on the next page; a single column is a block, which
 * Chromium also begins on the first page. Pictures with their captions and rows of a block’s own table are not broken;
 * a heading stays with the content after it. A tall photo leaves room on its page for text. The space below a tinted
 * section's text is a margin, which is cut off at a page's end: a padding would move that text to the next page.
 * Addresses run from left to right within other text (U+2066).
 */
const PRINT = markup`@media print {
.ink-page { background: none; }
.ink-card { margin: 0 auto; background: none; border-radius: 0; box-shadow: none; overflow: visible; }
.ink-dates, .ink-made, .ink-calendar, .ink-ways, .ink-own { display: none; }
.ink-soft, .ink-bold { display: flow-root !important; }
.ink-soft > table > tbody > tr > td, .ink-bold > table > tbody > tr > td { margin-bottom: ${TINTED_PADDING}px; padding-bottom: 0 !important; }
.ink-share { display: flex; gap: 14px; align-items: center; padding: 20px 12px 0; text-align: start; color: #000000; break-inside: avoid; }
.ink-online { display: block; white-space: nowrap; }
.ink-columns, .ink-columns > table, .ink-columns > table > tbody, .ink-columns > table > tbody > tr { display: block !important; }
.ink-columns > table > tbody > tr > td { display: block !important; }
.ink-columns > table > tbody > tr > td:has(> div + div) { display: flex !important; }
.ink-columns > table > tbody > tr > td > div, .ink-columns > table > tbody > tr > td > div > table, .ink-columns > table > tbody > tr > td > div > table > tbody, .ink-columns > table > tbody > tr > td > div > table > tbody > tr, .ink-columns > table > tbody > tr > td > div > table > tbody > tr > td { display: block !important; }
.ink-columns p a[href^='http']::after { content: ' (\\2066' attr(href) '\\2069)'; font-size: 11px; overflow-wrap: anywhere; }
.ink-printed p { margin-top: -12px !important; }
.ink-printed p::after { content: '\\2066' attr(data-address) '\\2069'; font-size: 11px; line-height: 16px; overflow-wrap: anywhere; }
.ink-card img, .ink-card table table table tr, .ink-card h2, .ink-heading, .ink-button, .ink-whole, .ink-footer { break-inside: avoid; }
.ink-card h2, .ink-card h3, .ink-card h4, .ink-heading, .ink-button, .ink-named { break-after: avoid; }
.ink-photo img { width: auto !important; max-height: 130mm !important; }
.ink-card p { orphans: 2; widows: 2; }
.ink-card * { print-color-adjust: exact; }
}
`;

// On phones the newsletter fills the width of the screen. With large type (`rem` in a query is the reader's) words break.
function shellStyles(page: PageSource): Markup {
  const ground = groundOf(page);
  const palette = paletteOf(page.school);
  const { link, quiet } = paletteOn(ground, palette);
  const design = designOf(page.design, page.school.design);
  const { cards, sheet } = design;
  const card = cards === null ? sheet : ground;
  return markup`
:root { color-scheme: light dark; }
.ink-page { margin: 0; background: ${ground}; color: ${quiet}; font: 400 14px/20px 'Commissioner Variable', 'Segoe UI', Arial, sans-serif; }
.ink-card { max-width: 600px; margin: 28px auto 0; background: ${card}; border-radius: 4px; overflow: hidden; text-wrap: pretty; box-shadow: 0 0 0 1px rgb(22 36 61 / 5%), 0 16px 40px -8px rgb(22 36 61 / 16%); }
.ink-card img, .ink-card video { max-width: 100%; }
.ink-card h2, .ink-card h3, .ink-card h4 { text-wrap: balance; }
.ink-card a:focus-visible, .ink-dates a:focus-visible, .ink-share a:focus-visible, .ink-made a:focus-visible { outline: 2px solid ${link}; outline-offset: 2px; }
.ink-share { box-sizing: border-box; max-width: 600px; margin: 0 auto; padding: 32px 20px 0; text-align: center; }
.ink-share p { margin: 0; }
.ink-share a { display: inline-block; padding: 8px 10px; color: inherit; font-weight: 600; text-underline-offset: 3px; }
.ink-address { font-size: 13px; overflow-wrap: anywhere; user-select: all; }
.ink-online, .ink-printed { display: none; }
.ink-made { padding: 32px 20px 40px; text-align: center; }
.ink-dates { margin: 0; padding: 32px 20px 0; text-align: center; }
.ink-dates a { display: inline-block; padding: 8px 12px; color: inherit; font-weight: 600; text-underline-offset: 3px; }
.ink-made a { color: inherit; text-underline-offset: 3px; }
@media (max-width: 19rem) { .ink-card * { overflow-wrap: anywhere !important; white-space: normal !important; } }
@media (max-width: 640px) { .ink-page { background: ${card}; } .ink-card { margin-top: 0; border-radius: 0; box-shadow: none; } .ink-made { padding: 20px; } }
@media screen and (prefers-color-scheme: dark) { ${darkRules(design, palette)} .ink-page { color: #b4b8c0; } .ink-page a:focus-visible { outline-color: #ecebe6; } .ink-card { background: ${cards === null ? '#1b1f26' : '#101319'}; box-shadow: 0 0 0 1px rgb(255 255 255 / 10%); } }
@media (forced-colors: active) { ${FORCED_RULES} }
${PRINT}
`;
}
