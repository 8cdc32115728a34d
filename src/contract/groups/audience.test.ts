import { expect, it } from 'vitest';
import { audienceWords, groupChoiceQuery, readingWords } from './audience.ts';

it.each([
  [[], [], 'everybody'],
  [['Year 4'], [], 'Year 4'],
  [['Year 4', 'Year 5', 'Choir'], [], 'Year 4, Year 5 and Choir'],
  [[], ['Staff'], 'everybody but Staff'],
  [['Year 4'], ['Choir', 'Staff'], 'Year 4, but not Choir and Staff'],
])('tells of any of %j and none of %j', (any, none, words) => {
  expect(audienceWords({ any, none })).toBe(words);
});

it('is read from a query', () => {
  const [a, b] = [crypto.randomUUID(), crypto.randomUUID()];
  expect(groupChoiceQuery.parse({})).toEqual({ any: [], none: [] });
  expect(groupChoiceQuery.parse({ any: `${a},${b}`, none: '' })).toEqual({ any: [a, b], none: [] });
  expect(groupChoiceQuery.safeParse({ any: 'x' }).success).toBe(false);
});

it.each([
  [[['Year 4'], ['Choir']], 'Year 4 and Choir'],
  [[['Year 4'], ['Choir', 'Year 4'], ['Year 4'], []], 'Year 4'],
  [[['Choir', 'Year 4']], 'Choir or Year 4'],
])('tells for whom blocks for %j are', (audiences, words) => {
  expect(readingWords(audiences)).toBe(words);
});
