import { plainText } from '#newsletter/values/plain-text.ts';

/** A heading or a word of a file in letters from a to z and digits alone: 'Désabonné' and 'DESABONNE' are one. */
export function plainLetters(text: string): string {
  return plainText(text).replace(/[^a-z0-9]/g, '');
}
