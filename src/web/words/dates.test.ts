import { expect, it } from 'vitest';
import { describeInZones } from '#test/zones.ts';
import { formatDate, formatDateTime, formatTime } from './dates.ts';

const LATE = '2026-10-09T23:05:00.000Z';

describeInZones('dates', () => {
  it('writes the day first, with leading zeros', () => {
    expect(formatDate('2026-02-03T12:00:00.000Z', 'UTC')).toBe('03/02/2026');
  });

  it('takes the day and the hour of the school', () => {
    expect(formatDateTime(LATE, 'UTC')).toBe('09/10/2026, 23:05');
    expect(formatDateTime(LATE, 'Europe/London')).toBe('10/10/2026, 00:05');
  });

  it('counts the hours from 00 to 23', () => {
    expect(formatTime('2026-10-09T00:30:00.000Z', 'UTC')).toBe('00:30');
  });
});
