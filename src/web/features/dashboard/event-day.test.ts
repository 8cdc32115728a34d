import { expect, it } from 'vitest';
import { describeInZones } from '#test/zones.ts';
import { eventDay } from './event-day.ts';

describeInZones('the day of an event', () => {
  it.each([
    ['2026-11-27', 'Europe/London', 'Fri 27 Nov null'],
    // A date without a time does not depend on the zone.
    ['2026-11-27', 'America/Los_Angeles', 'Fri 27 Nov null'],
    ['2026-11-27', 'Pacific/Kiritimati', 'Fri 27 Nov null'],
    ['2026-07-03T08:15:00.000Z', 'Europe/London', 'Fri 3 Jul 09:15'],
    ['2026-11-27T23:30:00.000Z', 'Europe/Warsaw', 'Sat 28 Nov 00:30'],
    ['2026-11-27T10:00:00.000Z', 'Pacific/Auckland', 'Fri 27 Nov 23:00'],
    ['2026-11-28T01:00:00.000Z', 'America/New_York', 'Fri 27 Nov 20:00'],
    ['2026-11-28T10:30:00.000Z', 'Pacific/Pago_Pago', 'Fri 27 Nov 23:30'],
  ])('%s in %s is %s', (start, zone, wanted) => {
    const { weekday, day, month, time } = eventDay(start, zone);
    expect(`${weekday} ${day} ${month} ${time}`).toBe(wanted);
  });
});
