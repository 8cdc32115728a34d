import { directionOf } from '#newsletter/values/right-to-left.ts';
import { type Html, html } from '#server/platform/http/html.ts';

/** The content of a page's frame. */
export interface FramedPage {
  /** Default: English. */
  readonly lang?: string;
  readonly title: string;
  /** Further elements of `<head>`. */
  readonly head?: Html;
  readonly styles: Html;
  /** The class of the page's body. */
  readonly kind?: string;
  readonly body: Html;
}

/** The document of every page that the server renders: without script, with the product's fonts. */
export function framed({ lang = 'en', title, head, styles, kind, body }: FramedPage): Html {
  return html`<!doctype html>
<html lang="${lang}" dir="${directionOf(lang)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
${head ?? ''}<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/fonts/fonts.css">
<style>${styles}</style>
</head>
<body${kind === undefined ? '' : html` class="${kind}"`}>${body}</body>
</html>
`;
}

/** Keeps a page out of search engines. */
export const UNLISTED = html`<meta name="robots" content="noindex">
`;
