import { plainText } from '#newsletter/values/plain-text.ts';

/**
 * A heading or a word of a file in letters without accents and digits alone: 'Désabonné' and 'DESABONNE' are one. Letters of other scripts stay, so
 * that a word for having left is never nothing.
 */
export function plainLetters(text: string): string {
  return plainText(text).replace(/[^\p{L}\p{N}]/gu, '');
}
