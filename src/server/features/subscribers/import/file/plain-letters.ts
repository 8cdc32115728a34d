import { withoutAccents } from '#newsletter/values/plain-text.ts';

/**
 * A heading or a word of a file in letters without accents and digits alone: 'Désabonné' and 'DESABONNE' are one. Letters of other scripts stay, so
 * that a word for having left is never nothing.
 */
export function headingLetters(text: string): string {
  return withoutAccents(text).replace(/[^\p{L}\p{N}]/gu, '');
}
