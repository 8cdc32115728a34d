import { randomBytes } from 'node:crypto';
import anyAscii from 'any-ascii';

/** The last part of a public page's address: readable, but not guessable from the title. */

const READABLE_MAX = 60;
/** Five bits each: 70 bits, so that a page cannot be found by trying. */
const SUFFIX_LENGTH = 14;
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
/** For a title without letters or digits. */
const FALLBACK = 'newsletter';

/** A new slug for a title, as `autumn-news-week-5-7k2m…`. Never the same twice. */
export function newSlug(title: string): string {
  const suffix = Array.from(randomBytes(SUFFIX_LENGTH), (byte) => ALPHABET.charAt(byte & 31)).join('');
  return `${readablePart(title)}-${suffix}`;
}

/** The title in letters, digits and hyphens, cut between words. */
export function readablePart(title: string): string {
  const words = latin(title);
  if (words.length <= READABLE_MAX) return words || FALLBACK;
  const cut = words.slice(0, READABLE_MAX + 1);
  return cut.slice(0, cut.lastIndexOf('-') > 20 ? cut.lastIndexOf('-') : READABLE_MAX);
}

// Lower-case letters, digits and hyphens. An apostrophe does not split a word.
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

/** Corrects what transliteration letter by letter gets wrong, because it depends on the language or adjacent letters. */
function readAsWords(text: string): string {
  const read = READINGS.reduce((before, [letters, sound]) => before.replace(letters, sound), text);
  // These letters occur in Ukrainian only, where и is y; elsewhere it is i.
  return /[іїєґ]/i.test(text) ? read.replace(/и/gi, 'y') : read;
}

const READINGS: readonly (readonly [RegExp, string])[] = [
  // Greek: two letters for one sound.
  [/ο[υύ]/gi, 'ou'],
  [/α[υύ](?=[θκξπσςτφχψ])/gi, 'af'],
  [/α[υύ]/gi, 'av'],
  [/ε[υύ](?=[θκξπσςτφχψ])/gi, 'ef'],
  [/ε[υύ]/gi, 'ev'],
  // Arabic: alif carries the vowel, but the library drops it.
  [/[اأآٱ]/g, 'a'],
  [/إ/g, 'i'],
  [/ة/g, 'a'],
];
