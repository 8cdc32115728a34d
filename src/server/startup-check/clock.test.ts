import { expect, it } from 'vitest';
import { compareClocks } from './clock.ts';
import { findingLine } from './finding.ts';

it.each([
  ['2026-11-29T10:00:00Z', '2026-11-29T10:00:59Z', 'ok     Clock             agrees with the database’s.'],
  [
    '2026-11-29T10:00:00Z',
    '2026-11-29T07:00:00Z',
    'wrong  Clock             is 10800 s from the database’s: sendings and timetables are early or late. Set both by NTP.',
  ],
])('compares the database’s clock, %s, with the program’s, %s', (database, program, line) => {
  expect(findingLine(compareClocks(new Date(database), new Date(program)))).toBe(line);
});
