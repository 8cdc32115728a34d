/** A percentage as it is typed: numbers above 100 become 100, below 0 become 0. Source: docs/requirements/screens.md 5.9. */

/** What stays of what was typed: digits, one point, one decimal; a comma is a point. */
export function typedPercent(text: string): string {
  const plain = text.replaceAll(',', '.').replace(/[^\d.-]/g, '');
  const [, minus = '', whole = '', fraction] = /^(-?)(\d*)(?:\.(\d?))?/.exec(plain.replace(/^-+/, '-')) ?? [];
  if (minus !== '') return /\d/.test(plain) ? '0' : '-';
  if (Number(whole) >= 100) return '100';
  return fraction === undefined ? whole : `${whole}.${fraction}`;
}

/** The number in it; NaN is not filled in. */
export function percentIn(text: string): number {
  return /\d/.test(text) ? Math.min(100, Math.max(0, Number(text))) : Number.NaN;
}
