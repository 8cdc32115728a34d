import { expect, it } from 'vitest';
import { startOf } from './start-of.ts';

it.each([
  ['short', 9, 'short'],
  ['aé👨‍👩‍👧‍👦b', 5, 'aé'],
  ['aé👨‍👩‍👧‍👦b', 13, 'aé👨‍👩‍👧‍👦'],
  ['ab🎃', 3, 'ab'],
  ['🎃'.repeat(60), 99, '🎃'.repeat(49)],
])('keeps the letters of %s whole in %d units', (text, max, start) => {
  expect(startOf(text, max)).toBe(start);
});
