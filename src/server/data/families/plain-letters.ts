/** The letters with strokes, for which Unicode has no combining marks, and the letters without. */
export const STROKES = ['łŁøØđĐħĦ', 'lLoOdDhH'] as const;

const [FROM, TO] = STROKES;

/** A text without accents and strokes. Case and spelling stay, unlike in `withoutAccents`: the database's search reads them. */
export function plainLetters(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[łŁøØđĐħĦ]/g, (letter) => TO[FROM.indexOf(letter)] ?? letter);
}
