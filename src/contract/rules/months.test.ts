import { afterEach, describe, expect, it } from 'vitest';
import { addMonths } from './months.ts';

const zone = process.env.TZ;
afterEach(() => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

// Months are counted in UTC, whatever the server's time zone.
describe.each([
  'UTC',
  'Pacific/Kiritimati',
  'Pacific/Auckland',
  'Europe/London',
  'America/New_York',
  'Pacific/Pago_Pago',
])('in %s', (place) => {
  it.each([
    ['2027-01-31T10:00:00.000Z', 3, '2027-04-30T10:00:00.000Z'],
    ['2027-01-31T23:59:59.999Z', 1, '2027-02-28T23:59:59.999Z'],
    ['2028-01-31T00:00:00.000Z', 1, '2028-02-29T00:00:00.000Z'],
    ['2028-02-29T12:00:00.000Z', 12, '2029-02-28T12:00:00.000Z'],
    ['2028-02-29T12:00:00.000Z', 48, '2032-02-29T12:00:00.000Z'],
    // British daylight saving starts, and ends, in between.
    ['2027-03-27T01:30:00.000Z', 1, '2027-04-27T01:30:00.000Z'],
    ['2027-10-30T23:30:00.000Z', 1, '2027-11-30T23:30:00.000Z'],
    ['2026-12-31T12:00:00.000Z', 2, '2027-02-28T12:00:00.000Z'],
  ])('%s plus %i months is %s', (from, months, end) => {
    process.env.TZ = place;
    expect(addMonths(new Date(from), months).toISOString()).toBe(end);
  });
});
