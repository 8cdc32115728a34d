/** Text in the form in which people search for it: without accents, with plain apostrophes, in lower case. */

// Letters that Unicode does not decompose, and the apostrophes of iPads and of Word. `platform/db/plain-text.ts` has the same for
// SQL.
export const SINGLE_LETTERS = ['łŁøØđĐħĦı’‘ʼ`', "llooddhhi''''"] as const;
export const DOUBLE_LETTERS = [
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['Æ', 'ae'],
  ['œ', 'oe'],
  ['Œ', 'oe'],
] as const;

const [FROM, TO] = SINGLE_LETTERS;
const TAKEN = new Map<string, string>([
  ...[...FROM].map((letter, index) => [letter, TO[index] ?? ''] as const),
  ...DOUBLE_LETTERS,
]);
const LETTERS = new RegExp(`[${[...TAKEN.keys()].join('')}]`, 'g');

/** Removes accents: 'zoe' for 'Zoë', "o'neill" for 'O’Neill', 'lodz' for 'Łódź'. */
export function withoutAccents(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(LETTERS, (letter) => TAKEN.get(letter) ?? letter)
    .toLowerCase();
}
