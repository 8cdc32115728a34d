/** Percentages as typed: above 100 becomes 100, below 0 becomes 0. Source: docs/requirements/screens.md 5.9. */

/** Reduces typed text to digits, one decimal point and one decimal. A comma counts as a point. */
export function sanitisePercent(text: string): string {
  const plain = text.replaceAll(',', '.').replace(/[^\d.-]/g, '');
  const [, minus = '', whole = '', fraction] = /^(-?)(\d*)(?:\.(\d?))?/.exec(plain.replace(/^-+/, '-')) ?? [];
  if (minus !== '') return /\d/.test(plain) ? '0' : '-';
  if (Number(whole) >= 100) return '100';
  return fraction === undefined ? whole : `${whole}.${fraction}`;
}

/** Why the field shows another number than was typed; null if it does not. */
export function whyOther(typed: string): string | null {
  const number = Number(typed.replaceAll(',', '.').replace(/[^\d.-]/g, ''));
  if (number > 100) return '100 is the most';
  return number < 0 ? '0 is the least' : null;
}

/** The percentage in sanitised text; NaN without a digit. */
export function parsePercent(text: string): number {
  return /\d/.test(text) ? Math.min(100, Math.max(0, Number(text))) : Number.NaN;
}
