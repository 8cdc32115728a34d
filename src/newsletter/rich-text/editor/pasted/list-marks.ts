/** List marks that a word processor writes as text: a bullet, or a number in one of its forms. */

const NUMBERED = /^\(?(?:\d+(?:[.)]?\d+)*[.)]?|[a-z]{1,5}[.)])/i;
const ROMAN: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100 };

/**
 * The number in a mark, such as the last one of '2.3.'; null for a bullet. A letter that may be a Roman numeral is one
 * if it continues `last`, the number before it.
 */
export function numberOf(mark: string, last: number): number | null {
  const [words] = NUMBERED.exec(mark.replace(/[\s\u00a0]+/g, '')) ?? [];
  if (words === undefined) return null;
  const digits = /(\d+)[.)]?$/.exec(words)?.[1];
  if (digits !== undefined) return Number(digits);
  const letters = words.replace(/[^a-z]/gi, '').toLowerCase();
  const readings = [romanOf(letters), letters.length === 1 ? letters.charCodeAt(0) - 96 : null];
  const [first = 1] = readings.filter((reading) => reading !== null);
  return readings.find((reading) => reading === last + 1) ?? first;
}

function romanOf(letters: string): number | null {
  const values = [...letters].map((letter) => ROMAN[letter]);
  let sum = 0;
  for (const [at, value] of values.entries()) {
    if (value === undefined) return null;
    sum += value < (values[at + 1] ?? 0) ? -value : value;
  }
  return letters === 'l' || letters === 'c' ? null : sum;
}
