import type { FastifyReply } from 'fastify';
import type { Html } from '#server/platform/http/html.ts';

/** Sends a page to one reader: it is not cached, and search engines leave it out. */
export function sendPage(
  reply: FastifyReply,
  page: Html | string,
  { status = 200, policy = pagePolicy() }: { readonly status?: number; readonly policy?: string } = {},
): FastifyReply {
  return reply
    .code(status)
    .headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex', 'content-security-policy': policy })
    .type('text/html; charset=utf-8')
    .send(page.toString());
}

/** The exceptions of a page's policy: sources besides its own fonts, styles and pictures, forms, and frames around it. */
interface Allowed {
  /** Other sources of pictures. */
  readonly images?: readonly string[];
  /** Whether it may send forms, to this program only. */
  readonly hasForms?: boolean;
  /** Further directives, in full. */
  readonly also?: readonly string[];
  /** The origins that may show it in a frame. */
  readonly ancestors?: readonly string[];
}

/** The policy of a page that the server renders. No script runs, and forms are sent to this program only. */
export function pagePolicy({
  images = [],
  hasForms = true,
  also = [],
  ancestors = [],
}: Allowed = {}): string {
  return [
    "default-src 'none'",
    ...also,
    ["img-src 'self'", ...images].join(' '),
    "style-src 'self' 'unsafe-inline'",
    "font-src 'self'",
    "base-uri 'none'",
    `form-action ${hasForms ? "'self'" : "'none'"}`,
    `frame-ancestors ${ancestors.length === 0 ? "'none'" : ancestors.join(' ')}`,
  ].join('; ');
}
