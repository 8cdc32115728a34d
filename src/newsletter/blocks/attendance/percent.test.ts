import { expect, it } from 'vitest';
import { parsePercent, sanitisePercent, whyOther } from './percent.ts';

/** Types key by key, as a person does. */
function type(keys: string): string {
  return [...keys].reduce((text, key) => sanitisePercent(text + key), '');
}

it.each([
  ['97', '97', 97],
  ['98.2', '98.2', 98.2],
  ['98,25', '98.2', 98.2],
  ['0', '0', 0],
  ['100', '100', 100],
  ['1000', '100', 100],
  ['150', '100', 100],
  ['100.5', '100', 100],
  ['-5', '0', 0],
  ['9 7 %', '97', 97],
  ['.5', '.5', 0.5],
])('turns the input %j into %j, parsed as %d', (keys, text, number) => {
  expect(type(keys)).toBe(text);
  expect(parsePercent(text)).toBe(number);
  expect(parsePercent(sanitisePercent(keys))).toBe(number);
});

it('parses text without a digit as NaN', () => {
  for (const keys of ['', '-', '.', 'abc', '--']) expect(parsePercent(type(keys))).toBeNaN();
});

it('says why a number is not the one that was typed', () => {
  expect(whyOther('101')).toBe('100 is the most');
  expect(whyOther('100,5 %')).toBe('100 is the most');
  expect(whyOther('-5')).toBe('0 is the least');
  for (const fine of ['100', '98,2', '0', '', '-', 'abc']) expect(whyOther(fine)).toBe(null);
});
