import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { PUBLISHED_PATH } from '#contract/paths.ts';
import { firstFonts } from '#newsletter/render/fonts.ts';
import type { Config } from '#server/config.ts';
import { type Encoding, encodingFor } from '#server/platform/http/compressed/encoding.ts';
import { isKnown, MAX_AGE_SECONDS } from '#server/platform/http/freshness.ts';
import type { PageCache, PublicPage } from './page-cache.ts';

// Pictures and films are uploaded files; no script runs, and no form is sent. 'connect-src' is for page audit tools, which
// fetch robots.txt from the page.
const POLICY = [
  "default-src 'none'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "media-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ');
const YEAR_SECONDS = 31_536_000;
const FONT_SHEET = new URL('../../../../../public/fonts/fonts.css', import.meta.url);

/** Sends public pages, bypassing the framework. */
export class PageSender {
  readonly #headers: readonly string[];

  constructor(config: Config) {
    this.#headers = [
      'content-type',
      'text/html; charset=utf-8',
      'cache-control',
      `public, max-age=${MAX_AGE_SECONDS}`,
      'vary',
      'accept-encoding',
      'content-security-policy',
      POLICY,
      'x-content-type-options',
      'nosniff',
      'referrer-policy',
      'no-referrer',
      // A header, not markup: the page was rendered when published, and a font's address changes with its content.
      'link',
      firstFonts(readFileSync(FONT_SHEET, 'utf8'))
        .map((address) => `<${address}>; rel=preload; as=font; type="font/woff2"; crossorigin`)
        .join(', '),
      ...(config.publicUrl.startsWith('https:')
        ? ['strict-transport-security', `max-age=${YEAR_SECONDS}`]
        : []),
    ];
  }

  /** Sends a page from the cache; false if it is not there. */
  sendCached(pages: PageCache, request: IncomingMessage, response: ServerResponse): boolean {
    const { url = '', method } = request;
    if (!url.startsWith(PUBLISHED_PATH) || (method !== 'GET' && method !== 'HEAD')) return false;
    // Social networks append a query to links.
    const end = url.indexOf('?');
    const page = pages.fresh(url.slice(PUBLISHED_PATH.length, end < 0 ? undefined : end));
    if (page === null) return false;
    this.send(page, request, response);
    return true;
  }

  send(page: PublicPage, request: IncomingMessage, response: ServerResponse): void {
    const headers = ['etag', page.etag, ...this.#headers];
    if (!page.listed) headers.push('x-robots-tag', 'noindex');
    if (isKnown(request.headers['if-none-match'], page.etag)) {
      response.writeHead(304, headers).end();
      return;
    }
    const encoding = encodingFor(request.headers['accept-encoding']);
    const body = bodyOf(page, encoding);
    headers.push('content-length', String(body.length));
    if (encoding !== null) headers.push('content-encoding', encoding);
    response.writeHead(200, headers);
    if (request.method === 'HEAD') response.end();
    else response.end(body);
  }
}

function bodyOf(page: PublicPage, encoding: Encoding | null): Buffer {
  if (encoding === 'br') return page.brotli;
  return encoding === 'gzip' ? page.gzip : page.plain;
}
