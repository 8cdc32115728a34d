import { randomBytes } from 'node:crypto';
import { transliterate } from './transliteration.ts';

/** The last part of a public page's address: readable, and not to be guessed from the title. */

const READABLE_MAX = 60;
/** Five bits each: 70 bits, so that nobody finds a page by trying. */
const SUFFIX_LENGTH = 14;
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
/** What a title that leaves no letters is called. */
const NAMELESS = 'newsletter';

/** A new slug for a title, as `autumn-news-week-5-7k2m…`. Never the same twice. */
export function newSlug(title: string): string {
  const suffix = Array.from(randomBytes(SUFFIX_LENGTH), (byte) => ALPHABET.charAt(byte & 31)).join('');
  return `${readablePart(title)}-${suffix}`;
}

/** The title in letters, digits and hyphens, cut between words. */
export function readablePart(title: string): string {
  const words = transliterate(title).replaceAll(' ', '-');
  if (words.length <= READABLE_MAX) return words || NAMELESS;
  const cut = words.slice(0, READABLE_MAX + 1);
  return cut.slice(0, cut.lastIndexOf('-') > 20 ? cut.lastIndexOf('-') : READABLE_MAX);
}
