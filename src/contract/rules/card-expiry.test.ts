import { expect, it } from 'vitest';
import { isCardEnding } from './card-expiry.ts';

const day = (text: string) => new Date(`${text}T00:00:00.000Z`);

it.each([
  ['a year too early', '2027-03-01', '2027-09-14', '2026-09-14', false],
  ['a month and a day before it expires', '2027-03-01', '2027-09-14', '2027-01-31', false],
  ['a month before it expires', '2027-03-01', '2027-09-14', '2027-02-01', true],
  ['after it expired', '2027-03-01', '2027-09-14', '2027-06-01', true],
  ['expires after the renewal', '2027-03-01', '2027-02-28', '2027-02-10', false],
  ['expires on the day of the renewal', '2027-03-01', '2027-03-01', '2027-02-10', true],
])('%s: a card that expires on %s, with the renewal on %s, on %s', (_, expires, renews, now, isEnding) => {
  expect(isCardEnding({ expiresAt: day(expires), renewsAt: day(renews) }, day(now))).toBe(isEnding);
});
