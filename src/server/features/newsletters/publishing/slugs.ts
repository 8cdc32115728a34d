import { randomBytes } from 'node:crypto';
import { readableSlug } from '#server/platform/readable-slug.ts';

/** The last part of a public page's address: readable, but not guessable from the title. */

/** Five bits each: 70 bits, so that a page cannot be found by trying. */
const SUFFIX_LENGTH = 14;
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
/** For a title without letters or digits. */
const FALLBACK = 'newsletter';

/** A new slug for a title, as `autumn-news-week-5-7k2m…`. Never the same twice. */
export function newSlug(title: string): string {
  const suffix = Array.from(randomBytes(SUFFIX_LENGTH), (byte) => ALPHABET.charAt(byte & 31)).join('');
  return `${readableSlug(title, FALLBACK)}-${suffix}`;
}
