/** The words of a title, regardless of case, spaces and punctuation. */
export function wordsOf(text: string): readonly string[] {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[’'`]/gu, '')
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter(Boolean);
}

/** Whether two titles have the same words, regardless of case, spaces and punctuation. */
export function sameWords(one: string, other: string): boolean {
  const [a, b] = [wordsOf(one), wordsOf(other)];
  return a.length > 0 ? a.join(' ') === b.join(' ') : one.trim() === other.trim();
}
