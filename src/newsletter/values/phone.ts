/**
 * A phone number in a readable form. Schools' numbers are stored without spaces; those of eleven digits that begin with
 * 0 are grouped as in the United Kingdom. Others, and numbers with punctuation, stay unchanged.
 */
export function phoneInGroups(number: string): string {
  if (!/^0\d{10}$/.test(number)) return number;
  const [area, rest] = /^02/.test(number) ? [3, 4] : /^0(?:1\d1|11\d|[389])/.test(number) ? [4, 3] : [5, 6];
  return [number.slice(0, area), number.slice(area, area + rest), number.slice(area + rest)]
    .filter(Boolean)
    .join('\u00a0');
}
