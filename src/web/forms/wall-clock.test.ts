import { expect, it } from 'vitest';
import { describeInZones } from '#test/zones.ts';
import { chosenMoment, clockChange, wallClock } from './wall-clock.ts';

describeInZones('a local time of the school', () => {
  it.each([
    ['Europe/London', '2026-11-24', '08:00', '2026-11-24T08:00:00.000Z'],
    ['Europe/London', '2026-07-01', '08:00', '2026-07-01T07:00:00.000Z'],
    ['Pacific/Kiritimati', '2026-11-24', '08:00', '2026-11-23T18:00:00.000Z'],
    ['America/New_York', '2026-11-24', '00:30', '2026-11-24T05:30:00.000Z'],
    // Around the skipped and the repeated hour.
    ['Europe/London', '2027-03-28', '00:59', '2027-03-28T00:59:00.000Z'],
    ['Europe/London', '2027-03-28', '02:00', '2027-03-28T01:00:00.000Z'],
    ['Europe/London', '2027-10-31', '00:59', '2027-10-30T23:59:00.000Z'],
    ['Europe/London', '2027-10-31', '02:00', '2027-10-31T02:00:00.000Z'],
  ])('converts %s %s %s to a moment and back', (zone, day, time, moment) => {
    expect(chosenMoment(zone, { day, time })?.toISOString()).toBe(moment);
    expect(wallClock(zone, new Date(moment))).toEqual({ day, time });
    expect(clockChange(zone, { day, time })).toBeNull();
  });

  it.each([
    ['Europe/London', '2027-03-28', '01:00', '2027-03-28T01:00:00.000Z', '02:00'],
    ['Europe/London', '2027-03-28', '01:59', '2027-03-28T01:59:00.000Z', '02:59'],
    ['America/New_York', '2027-03-14', '02:30', '2027-03-14T07:30:00.000Z', '03:30'],
    ['Australia/Lord_Howe', '2027-10-03', '02:10', '2027-10-02T15:40:00.000Z', '02:40'],
  ])('moves a skipped time (%s, %s, %s) to after the change', (zone, day, time, moment, goes) => {
    expect(chosenMoment(zone, { day, time })?.toISOString()).toBe(moment);
    expect(clockChange(zone, { day, time })).toBe(
      `The clocks go forward then: there is no ${time} on this day. It goes at ${goes}.`,
    );
  });

  it.each([
    ['Europe/London', '2027-10-31', '01:00', '2027-10-31T00:00:00.000Z'],
    ['Europe/London', '2027-10-31', '01:59', '2027-10-31T00:59:00.000Z'],
    ['America/New_York', '2027-11-07', '01:30', '2027-11-07T05:30:00.000Z'],
    ['Australia/Lord_Howe', '2027-04-04', '01:40', '2027-04-03T14:40:00.000Z'],
  ])('takes the first of a repeated time (%s, %s, %s)', (zone, day, time, moment) => {
    expect(chosenMoment(zone, { day, time })?.toISOString()).toBe(moment);
    expect(clockChange(zone, { day, time })).toBe(
      `The clocks go back then: ${time} comes twice on this day. It goes the first time.`,
    );
  });

  it.each([
    ['', '08:00'],
    ['2026-11-24', ''],
    ['2026-13-40', '08:00'],
    ['x', 'y'],
  ])('rejects %j %j', (day, time) => {
    expect(chosenMoment('Europe/London', { day, time })).toBeNull();
    expect(clockChange('Europe/London', { day, time })).toBeNull();
  });
});
