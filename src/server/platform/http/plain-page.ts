import { directionOf } from '#newsletter/values/right-to-left.ts';
import { Html, html } from './html.ts';

/**
 * A page of the product without script, in light and dark. `styles` may use its colours: --paper, --card, --ink, --quiet,
 * --line.
 */
export function plainPage({
  lang = 'en',
  title,
  styles,
  kind = 'words',
  body,
}: {
  lang?: string;
  title: string;
  styles: Html;
  /** The class of its body. */
  kind?: string;
  body: Html;
}): Html {
  return html`<!doctype html>
<html lang="${lang}" dir="${directionOf(lang)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/fonts/fonts.css">
<style>${STYLES}${styles}</style>
</head>
<body class="${kind}">${body}</body>
</html>`;
}

const STYLES = new Html(`
:root { --paper: #fbfaf6; --card: #ffffff; --ink: #16243d; --quiet: #55605f; --line: #c9ced6; }
@media (prefers-color-scheme: dark) { :root { --paper: #0f1726; --card: #18233a; --ink: #eef1f6; --quiet: #b3bccb; --line: #55637d; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 400 1.0625rem/1.55 'Commissioner Variable', 'Segoe UI', Arial, sans-serif; overflow-wrap: anywhere; }
`);
