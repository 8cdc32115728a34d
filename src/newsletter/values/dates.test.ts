import { expect, it } from 'vitest';
import { describeInZones } from '#test/zones.ts';
import {
  dateAndTimeIn,
  daysUntil,
  FRIDAY,
  formatWeekday,
  longDateIn,
  nextWeekday,
  numericDateIn,
} from './dates.ts';

const NEW_YEAR = new Date('2026-12-31T23:30:00Z');

describeInZones('formatted dates', () => {
  it.each([
    ['Europe/London', '31 December 2026', '31/12/2026', '31/12/2026, 23:30'],
    ['Pacific/Auckland', '1 January 2027', '01/01/2027', '01/01/2027, 12:30'],
    ['America/New_York', '31 December 2026', '31/12/2026', '31/12/2026, 18:30'],
  ])('formats a date in %s', (zone, long, numeric, withTime) => {
    expect(longDateIn(zone, NEW_YEAR)).toBe(long);
    expect(numericDateIn(zone, NEW_YEAR)).toBe(numeric);
    expect(dateAndTimeIn(zone, NEW_YEAR)).toBe(withTime);
  });

  it('counts midnights in a time zone, also across a clock change', () => {
    const noon = new Date('2026-10-24T12:00:00Z');
    expect(daysUntil(new Date('2026-10-24T22:59:00Z'), noon, 'Europe/London')).toBe(0);
    expect(daysUntil(new Date('2026-10-24T23:00:00Z'), noon, 'Europe/London')).toBe(1);
    expect(daysUntil(new Date('2026-10-26T00:00:00Z'), noon, 'Europe/London')).toBe(2);
    expect(daysUntil(new Date('2026-10-23T12:00:00Z'), noon, 'Europe/London')).toBe(-1);
  });

  it('formats weekdays and finds the next one', () => {
    expect(formatWeekday('2026-10-09')).toBe('Friday 9 October');
    expect(formatWeekday('soon')).toBe('soon');
    expect(nextWeekday('2026-10-09', FRIDAY, 0)).toBe('2026-10-09');
    expect(nextWeekday('2026-10-09', FRIDAY, 1)).toBe('2026-10-16');
  });
});
