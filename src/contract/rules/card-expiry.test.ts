import { expect, it } from 'vitest';
import { isCardEnding } from './card-expiry.ts';

const day = (text: string) => new Date(`${text}T00:00:00.000Z`);

it.each([
  ['a year too early', '2027-03-01', '2027-09-14', '2026-09-14', false],
  ['a month and a day before its end', '2027-03-01', '2027-09-14', '2027-01-31', false],
  ['a month before its end', '2027-03-01', '2027-09-14', '2027-02-01', true],
  ['after its end', '2027-03-01', '2027-09-14', '2027-06-01', true],
  ['where it pays the next renewal', '2027-03-01', '2027-02-28', '2027-02-10', false],
  ['where it ends on the very day', '2027-03-01', '2027-03-01', '2027-02-10', true],
])('%s: a card that ends on %s with the renewal on %s, on %s', (_, expires, renews, now, isEnding) => {
  expect(isCardEnding({ expiresAt: day(expires), renewsAt: day(renews) }, day(now))).toBe(isEnding);
});
