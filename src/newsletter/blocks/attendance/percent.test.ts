import { expect, it } from 'vitest';
import { percentIn, typedPercent } from './percent.ts';

/** Letter by letter, as a person does. */
function type(keys: string): string {
  return [...keys].reduce((text, key) => typedPercent(text + key), '');
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
])('%j is typed as %j and means %d', (keys, text, number) => {
  expect(type(keys)).toBe(text);
  expect(percentIn(text)).toBe(number);
  expect(percentIn(typedPercent(keys))).toBe(number);
});

it('is not filled in while there is no digit', () => {
  for (const keys of ['', '-', '.', 'abc', '--']) expect(percentIn(type(keys))).toBeNaN();
});
