/** The most wrong letters of a mistyped word, and their largest share of it. */
const WRONG_MAX = 2;
const WRONG_PART = 0.5;

/** The word closest to a mistyped one; null if none is close. */
export function nearestOf(typed: string, words: readonly string[]): string | null {
  const given = typed.toLowerCase();
  const [nearest] = words
    .map((word) => ({ word, wrong: lettersBetween(given, word) }))
    .filter(({ word, wrong }) => wrong <= WRONG_MAX && wrong <= word.length * WRONG_PART)
    .sort((one, other) => one.wrong - other.wrong);
  return nearest?.word ?? null;
}

/** The number of letters to add, remove or change between two words (Levenshtein). */
function lettersBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1];
    for (const [index, wanted] of [...other].entries()) {
      const [left = 0, above = 0, corner = 0] = [next[index], row[index + 1], row[index]];
      next.push(Math.min(left + 1, above + 1, corner + (letter === wanted ? 0 : 1)));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
