const letters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The start of a text, at most `max` units long. Letters and emoji of several units are not split. */
export function startOf(text: string, max: number): string {
  if (text.length <= max) return text;
  // One more letter than fits may begin within the last unit.
  const found = [...letters.segment(text.slice(0, max + LONGEST))].findLast(({ index }) => index <= max);
  return text.slice(0, found?.index ?? 0);
}

/** More units than any emoji has. */
const LONGEST = 40;
