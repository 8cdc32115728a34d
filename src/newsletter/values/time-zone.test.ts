import { expect, it } from 'vitest';
import { describeInZones } from '#test/zones.ts';
import { dayIn, momentIn } from './time-zone.ts';

const utc = (zone: string, day: string, time: string) => momentIn(zone, day, time).toISOString().slice(0, 16);

describeInZones('momentIn', () => {
  it.each([
    ['Europe/London', '2026-01-15', '09:15', '2026-01-15T09:15'],
    ['Europe/London', '2026-07-15', '09:15', '2026-07-15T08:15'],
    ['Europe/London', '2026-03-28', '23:59', '2026-03-28T23:59'],
    ['Europe/London', '2026-03-29', '02:00', '2026-03-29T01:00'],
    ['Europe/London', '2026-10-24', '23:30', '2026-10-24T22:30'],
    ['Europe/London', '2026-10-25', '02:00', '2026-10-25T02:00'],
    ['Pacific/Kiritimati', '2026-02-01', '00:30', '2026-01-31T10:30'],
    ['Asia/Kathmandu', '2028-02-29', '12:00', '2028-02-29T06:15'],
    ['America/Los_Angeles', '2026-12-31', '23:00', '2027-01-01T07:00'],
    ['No/Such', '2026-07-15', '09:15', '2026-07-15T09:15'],
  ])('%s, %s %s', (zone, day, time, expected) => {
    expect(utc(zone, day, time)).toBe(expected);
  });

  it('uses the first of a repeated hour, and moves a skipped one forward', () => {
    expect(utc('Europe/London', '2026-10-25', '01:30')).toBe('2026-10-25T00:30');
    expect(utc('Europe/London', '2026-03-29', '01:30')).toBe('2026-03-29T01:30');
    expect(utc('America/New_York', '2026-11-01', '01:30')).toBe('2026-11-01T05:30');
    expect(utc('America/New_York', '2026-03-08', '02:30')).toBe('2026-03-08T07:30');
  });
});

describeInZones('dayIn', () => {
  it.each([
    ['Pacific/Kiritimati', '2026-11-21T10:00:00Z', '2026-11-22'],
    ['Pacific/Kiritimati', '2026-11-21T09:59:59Z', '2026-11-21'],
    ['Pacific/Auckland', '2026-11-21T11:00:00Z', '2026-11-22'],
    ['Europe/London', '2026-07-21T23:00:00Z', '2026-07-22'],
    ['America/New_York', '2026-11-22T04:59:59Z', '2026-11-21'],
    ['Pacific/Pago_Pago', '2027-01-01T10:59:59Z', '2026-12-31'],
    ['No/Such', '2026-11-21T23:59:59Z', '2026-11-21'],
  ])('in %s, %s is on %s', (zone, moment, day) => {
    expect(dayIn(zone, new Date(moment))).toBe(day);
  });
});
