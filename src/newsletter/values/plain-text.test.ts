import { expect, it } from 'vitest';
import { withoutAccents } from './plain-text.ts';

it.each([
  ['Zoë', 'zoe'],
  ['O’Neill', "o'neill"],
  ['Łódź', 'lodz'],
  ['Straße', 'strasse'],
  ['ÆRØ', 'aero'],
  ['L’été', "l'ete"],
  ['İstanbul', 'istanbul'],
  ['Иван', 'иван'],
])('is typed without accents: %s', (text, wanted) => {
  expect(withoutAccents(text)).toBe(wanted);
});
