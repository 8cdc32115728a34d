import { expect, it } from 'vitest';
import { notReadWords, seemsRepeated } from './repeated.ts';

it.each([
  ['en', 'First Friday of each month: coffee morning'],
  ['en', 'Coffee morning – last Thursday of the month'],
  ['en', 'Every Monday: swimming'],
  ['en', 'Every other Tuesday, 3.30pm Chess'],
  ['en', 'Alternate Wednesdays: recorders'],
  ['en', 'Mondays and Thursdays: football'],
  ['en', 'Each half term: governors’ visit'],
  ['en', '1st Tues each month PTA'],
  ['en', 'Monday: swimming'],
  ['en', 'Monthly: book club'],
  ['de', 'Jeden ersten Freitag im Monat: Elterncafé'],
  ['de', 'Jeden Montag: Schwimmen'],
  ['fr', 'Chaque lundi : piscine'],
  ['fr', 'Tous les vendredis : chorale'],
  ['es', 'Todos los lunes: natación'],
  ['nl', 'Elke maandag: zwemmen'],
  ['cy', 'Bob dydd Llun: nofio'],
])('takes a line in %s for what repeats: %j', (language, line) => {
  expect(seemsRepeated(line, language)).toBe(true);
});

it.each([
  'Dates for your diary',
  'On Monday we swim',
  'Every child needs a coat',
  'Year 4 are first in the queue on Monday',
  `${'Thank you for all the help that you give us, week in, week out. '.repeat(3)}See you every Monday.`,
])('takes %j for a line as others', (line) => {
  expect(seemsRepeated(line, 'en')).toBe(false);
});

it('names what was not read', () => {
  expect(notReadWords([])).toBeNull();
  expect(notReadWords(['Every Monday:\nswimming'])).toBe('1 line was not read: ‘Every Monday: swimming’');
  expect(notReadWords(['A', 'B', 'C', 'D', 'E'])).toBe('5 lines were not read: ‘A’, ‘B’, ‘C’ and 2 more');
});
