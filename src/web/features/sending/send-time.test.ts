import { describe, expect, it } from 'vitest';
import { momentIn, wallClock } from './send-time.ts';

describe('a time of the clock where the school is', () => {
  it.each([
    ['Europe/London', '2026-11-24', '08:00', '2026-11-24T08:00:00.000Z'],
    ['Europe/London', '2026-07-01', '08:00', '2026-07-01T07:00:00.000Z'],
    ['Pacific/Kiritimati', '2026-11-24', '08:00', '2026-11-23T18:00:00.000Z'],
    ['America/New_York', '2026-11-24', '00:30', '2026-11-24T05:30:00.000Z'],
    // Just after the clocks went forward and back.
    ['Europe/London', '2027-03-28', '02:30', '2027-03-28T01:30:00.000Z'],
    ['Europe/London', '2027-10-31', '02:30', '2027-10-31T02:30:00.000Z'],
  ])('in %s on %s at %s is a moment, and back', (zone, day, time, moment) => {
    expect(momentIn(zone, day, time)?.toISOString()).toBe(moment);
    expect(wallClock(zone, new Date(moment))).toEqual({ day, time });
  });

  it('that the clocks jump over is the one after it', () => {
    expect(momentIn('Europe/London', '2027-03-28', '01:30')?.toISOString()).toBe('2027-03-28T01:30:00.000Z');
  });

  it.each([
    ['', '08:00'],
    ['2026-11-24', ''],
    ['2026-13-40', '08:00'],
    ['x', 'y'],
  ])('is none: %j %j', (day, time) => {
    expect(momentIn('Europe/London', day, time)).toBeNull();
  });
});
