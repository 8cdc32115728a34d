import { readFileSync } from 'node:fs';
import { firstFonts } from '#newsletter/render/fonts.ts';
import { pagePolicy } from '#server/platform/http/page/send-page.ts';

/** The headers of families' pages. */

const FONT_SHEET = new URL('../../../../../public/fonts/fonts.css', import.meta.url);

/** The `Content-Security-Policy` of a page. `frames`: the origins that may show it in a frame. */
export function policyFor(frames: readonly string[]): string {
  // 'connect-src' is for page audit tools, which fetch robots.txt from the page.
  return pagePolicy({ also: ["connect-src 'self'"], images: ['data:'], ancestors: frames });
}

/** A `Link` header that makes the browser load the fonts at once. */
export const FONT_LINK = firstFonts(readFileSync(FONT_SHEET, 'utf8'))
  .map((address) => `<${address}>; rel=preload; as=font; type="font/woff2"; crossorigin`)
  .join(', ');
