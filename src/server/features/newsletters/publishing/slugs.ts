import { randomBytes } from 'node:crypto';
import anyAscii from 'any-ascii';

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
  const words = latin(title);
  if (words.length <= READABLE_MAX) return words || NAMELESS;
  const cut = words.slice(0, READABLE_MAX + 1);
  return cut.slice(0, cut.lastIndexOf('-') > 20 ? cut.lastIndexOf('-') : READABLE_MAX);
}

// In lower-case letters, digits and hyphens; an apostrophe binds a word together.
function latin(title: string): string {
  const text = title
    .normalize('NFKC')
    .replace(/\p{Extended_Pictographic}/gu, ' ')
    .replaceAll('&', ' and ');
  return anyAscii(readAsWords(text))
    .toLowerCase()
    .replace(/['`’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

/** What a reading letter by letter gets wrong, because it hangs on the language or on the letters beside it. */
function readAsWords(text: string): string {
  const read = READINGS.reduce((before, [letters, sound]) => before.replace(letters, sound), text);
  // Letters that no other language of the script has tell it: и is y there, and i elsewhere.
  return /[іїєґ]/i.test(text) ? read.replace(/и/gi, 'y') : read;
}

const READINGS: readonly (readonly [RegExp, string])[] = [
  // Greek: two letters for one sound.
  [/ο[υύ]/gi, 'ou'],
  [/α[υύ](?=[θκξπσςτφχψ])/gi, 'af'],
  [/α[υύ]/gi, 'av'],
  [/ε[υύ](?=[θκξπσςτφχψ])/gi, 'ef'],
  [/ε[υύ]/gi, 'ev'],
  // Arabic: alif carries the vowel, and is silent in the library's tables.
  [/[اأآٱ]/g, 'a'],
  [/إ/g, 'i'],
  [/ة/g, 'a'],
];
