import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Product } from '#contract/product.ts';
import type { SignInProvider } from '#contract/sign-in/provider-names.ts';
import { Html, html } from './html.ts';
import { FIRST_PAINT_SCRIPT, START_SCRIPT } from './inline-scripts.ts';
import type { ScreenHead } from './screen-heads.ts';

/**
 * The HTML documents of the build: one for each prerendered screen, and one for all others. Placeholders mark where the
 * head and the product's facts go.
 */
export class Documents {
  readonly #dist: string;

  constructor(dist: string) {
    this.#dist = dist;
  }

  /** The complete page of a screen. */
  fill(head: ScreenHead, product: Product, publicUrl: string, providers: readonly SignInProvider[]): string {
    const facts = new Map<string, string>(Object.entries(product));
    return this.#read(head.screen)
      .replace(PLACEHOLDER, (placeholder, name: string) => html`${facts.get(name) ?? placeholder}`.toString())
      .replace(START, (_, when: string, files: string) =>
        html`<script data-when="${when}" data-files="${files}">${new Html(START_SCRIPT)}</script>`.toString(),
      )
      .replace(HEAD, () => headOf(head, product, publicUrl, providers).toString());
  }

  #read(screen: string | null): string {
    const rendered = screen === null ? null : read(join(this.#dist, '.pages', `${screen}.html`));
    return rendered ?? read(join(this.#dist, 'index.html')) ?? FALLBACK_PAGE;
  }
}

const PLACEHOLDER = /\{\{(\w+)\}\}/g;
// The build inserts when the app starts, and its files.
const START = /<!--start (\w+) ([^>]*)-->/;
const HEAD = '<!--head-->';
// The answer if the app is not built.
const FALLBACK_PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8" />${HEAD}</head><body><h1>Not found</h1><p><a href="/">Return</a></p></body></html>`;

/** Width and height of the picture for link previews, `public/preview.png`. */
const PREVIEW = { width: 1200, height: 630 } as const;

function headOf(
  head: ScreenHead,
  product: Product,
  publicUrl: string,
  providers: readonly SignInProvider[],
): Html {
  const title = head.title === null ? product.name : `${head.title} · ${product.name}`;
  const description = head.description.replaceAll('{product}', product.name);
  const url = publicUrl + head.path;
  // The product's facts come from the configuration, so they are escaped too.
  const listing = head.isPublic
    ? html`<link rel="canonical" href="${url}" /><meta property="og:type" content="website" /><meta property="og:url" content="${url}" /><meta property="og:title" content="${title}" /><meta property="og:description" content="${description}" /><meta property="og:site_name" content="${product.name}" /><meta property="og:locale" content="en_GB" /><meta property="og:image" content="${publicUrl}/preview.png" /><meta property="og:image:width" content="${PREVIEW.width}" /><meta property="og:image:height" content="${PREVIEW.height}" /><meta property="og:image:alt" content="A school newsletter, in the editor and on a phone" /><meta name="twitter:card" content="summary_large_image" />`
    : html`<meta name="robots" content="noindex" />`;
  // Included here, so that the log-in form has its buttons at once, and requests nothing if there are none.
  const signIn =
    providers.length === 0
      ? ''
      : html`<script type="application/json" id="sign-in-providers">${json(providers)}</script>`;
  return html`<title>${title}</title><meta name="description" content="${description}" />${listing}<script>${new Html(FIRST_PAINT_SCRIPT)}</script><script type="application/json" id="product">${json(product)}</script>${signIn}`;
}

// Within a script element only its end tag needs escaping.
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
