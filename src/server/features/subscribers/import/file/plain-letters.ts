import { withoutAccents } from '#newsletter/values/plain-text.ts';

/**
 * A heading or a word of a file, reduced to digits and letters without accents: 'Désabonné' and 'DESABONNE' become equal. Letters of other
 * scripts stay, so that a word for having left is never empty.
 */
export function headingLetters(text: string): string {
  return withoutAccents(text).replace(/[^\p{L}\p{N}]/gu, '');
}
