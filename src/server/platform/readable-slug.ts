import anyAscii from 'any-ascii';

/** Names and titles as readable parts of addresses. */

const READABLE_MAX = 60;

/** A name in letters, digits and hyphens, cut between words; `fallback` if it has neither letters nor digits. */
export function readableSlug(name: string, fallback: string): string {
  const words = latin(name);
  if (words.length <= READABLE_MAX) return words || fallback;
  const cut = words.slice(0, READABLE_MAX + 1);
  return cut.slice(0, cut.lastIndexOf('-') > 20 ? cut.lastIndexOf('-') : READABLE_MAX);
}

// Lower-case letters, digits and hyphens. An apostrophe does not split a word.
function latin(name: string): string {
  const text = name
    .normalize('NFKC')
    .replace(/\p{Extended_Pictographic}/gu, ' ')
    .replaceAll('&', ' and ');
  return anyAscii(readAsWords(text))
    .toLowerCase()
    .replace(/['`’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

/** Corrects errors of transliterating letter by letter that depend on the language or adjacent letters. */
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
