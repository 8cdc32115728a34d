import { Html, html } from '#server/platform/http/html.ts';
import { type FramedPage, framed, UNLISTED } from './frame.ts';

/** A page of the product, in light and dark. `styles` may use its colours: --paper, --card, --ink, --quiet, --line. */
export function plainPage({ styles, kind = 'words', ...page }: FramedPage): Html {
  return framed({ ...page, kind, head: UNLISTED, styles: html`${STYLES}${styles}` });
}

const STYLES = new Html(`
:root { --paper: #fbfaf6; --card: #ffffff; --ink: #16243d; --quiet: #55605f; --line: #c9ced6; }
@media (prefers-color-scheme: dark) { :root { --paper: #0f1726; --card: #18233a; --ink: #eef1f6; --quiet: #b3bccb; --line: #55637d; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 400 1.0625rem/1.55 'Commissioner Variable', 'Segoe UI', Arial, sans-serif; overflow-wrap: anywhere; }
`);
