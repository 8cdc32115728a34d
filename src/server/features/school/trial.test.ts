import { expect, it } from 'vitest';
import { describeInZones } from '#test/zones.ts';
import { trialEnd } from './trial.ts';

describeInZones('the end of a trial', () => {
  it.each([
    ['2026-01-31T10:00:00.000Z', '2026-04-30T10:00:00.000Z'],
    ['2026-11-30T23:59:59.999Z', '2027-02-28T23:59:59.999Z'],
    ['2027-11-30T00:00:00.000Z', '2028-02-29T00:00:00.000Z'],
    ['2026-10-15T12:30:00.000Z', '2027-01-15T12:30:00.000Z'],
    // The UK's clocks change in between; UTC does not.
    ['2026-02-28T08:00:00.000Z', '2026-05-28T08:00:00.000Z'],
  ])('a trial from %s ends on %s', (from, end) => {
    expect(trialEnd(new Date(from)).toISOString()).toBe(end);
  });
});
