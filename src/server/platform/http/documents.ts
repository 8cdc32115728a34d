import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Product } from '#contract/product.ts';
import { Html, html } from './html.ts';
import { FIRST_PAINT_SCRIPT, START_SCRIPT } from './inline-scripts.ts';
import type { ScreenHead } from './screen-heads.ts';

/**
 * The built documents: one for every screen, and one for each of those that the build has rendered. Their marks stand
 * where the head and the product's facts go.
 */
export class Documents {
  readonly #dist: string;

  constructor(dist: string) {
    this.#dist = dist;
  }

  /** The whole page of a screen. */
  fill(head: ScreenHead, product: Product, publicUrl: string): string {
    const facts = new Map<string, string>(Object.entries(product));
    return this.#read(head.screen)
      .replace(MARK, (mark, name: string) => html`${facts.get(name) ?? mark}`.toString())
      .replace(START, (_, files: string) =>
        html`<script data-files="${files}">${new Html(START_SCRIPT)}</script>`.toString(),
      )
      .replace(HEAD, () => headOf(head, product, publicUrl).toString());
  }

  #read(screen: string | null): string {
    const rendered = screen === null ? null : read(join(this.#dist, '.pages', `${screen}.html`));
    return rendered ?? read(join(this.#dist, 'index.html')) ?? BARE;
  }
}

const MARK = /\{\{(\w+)\}\}/g;
// The build writes into it which files the app begins with.
const START = /<!--start ([^>]*)-->/;
const HEAD = '<!--head-->';
// Without a build there is no app, but an answer.
const BARE = `<!doctype html><html lang="en"><head><meta charset="utf-8" />${HEAD}</head><body><h1>Not found</h1><p><a href="/">Return</a></p></body></html>`;

/** Width and height of the picture for link previews, `public/preview.png`. */
const PREVIEW = { width: 1200, height: 630 } as const;

function headOf(head: ScreenHead, product: Product, publicUrl: string): Html {
  const title = head.title === null ? product.name : `${head.title} · ${product.name}`;
  const description = head.description.replaceAll('{product}', product.name);
  const url = publicUrl + head.path;
  // The product's facts come from the configuration: they are escaped like anything else.
  const listing = head.isPublic
    ? html`<link rel="canonical" href="${url}" /><meta property="og:type" content="website" /><meta property="og:url" content="${url}" /><meta property="og:title" content="${title}" /><meta property="og:description" content="${description}" /><meta property="og:site_name" content="${product.name}" /><meta property="og:locale" content="en_GB" /><meta property="og:image" content="${publicUrl}/preview.png" /><meta property="og:image:width" content="${PREVIEW.width}" /><meta property="og:image:height" content="${PREVIEW.height}" /><meta property="og:image:alt" content="A school newsletter, in the editor and on a phone" /><meta name="twitter:card" content="summary_large_image" />`
    : html`<meta name="robots" content="noindex" />`;
  return html`<title>${title}</title><meta name="description" content="${description}" />${listing}<script>${new Html(FIRST_PAINT_SCRIPT)}</script><script type="application/json" id="product">${json(product)}</script>`;
}

// In a script element nothing but its end means anything.
function json(value: unknown): Html {
  return new Html(JSON.stringify(value).replaceAll('<', '\\u003c'));
}

function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
