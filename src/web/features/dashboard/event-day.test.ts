import { describe, expect, it } from 'vitest';
import { eventDay } from './event-day.ts';

describe('the day of an event', () => {
  it.each([
    ['2026-11-27', 'Europe/London', 'Fri 27 Nov null'],
    // A day is the same day everywhere.
    ['2026-11-27', 'America/Los_Angeles', 'Fri 27 Nov null'],
    ['2026-11-27', 'Pacific/Kiritimati', 'Fri 27 Nov null'],
    ['2026-07-03T08:15:00.000Z', 'Europe/London', 'Fri 3 Jul 09:15'],
    ['2026-11-27T23:30:00.000Z', 'Europe/Warsaw', 'Sat 28 Nov 00:30'],
  ])('%s in %s is %s', (start, zone, wanted) => {
    const { weekday, day, month, time } = eventDay(start, zone);
    expect(`${weekday} ${day} ${month} ${time}`).toBe(wanted);
  });
});
