import { readFileSync } from 'node:fs';
import { firstFonts } from '#newsletter/render/fonts.ts';

/** The headers of families' pages. */

const FONT_SHEET = new URL('../../../../../public/fonts/fonts.css', import.meta.url);

// No script runs. Forms are sent to this program only. 'connect-src' is for page audit tools, which fetch robots.txt from the page.
const POLICY = [
  "default-src 'none'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
] as const;

/** `frames`: the origins that may show the page in a frame. */
export function policyFor(frames: readonly string[]): string {
  return [...POLICY, `frame-ancestors ${frames.length === 0 ? "'none'" : frames.join(' ')}`].join('; ');
}

/** A `Link` header by which the browser loads the fonts at once. */
export const FONT_LINK = firstFonts(readFileSync(FONT_SHEET, 'utf8'))
  .map((address) => `<${address}>; rel=preload; as=font; type="font/woff2"; crossorigin`)
  .join(', ');
