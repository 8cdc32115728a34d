import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

/** Where dates go wrong: both ends of the day line, a place ahead of UTC, one behind it, and where it is the clock for half a year. */
export const ZONES = [
  'Pacific/Kiritimati',
  'Pacific/Auckland',
  'Europe/London',
  'America/New_York',
  'Pacific/Pago_Pago',
] as const;

/** Declares tests once for each zone that the clock of the machine may be in. */
export function describeInZones(name: string, tests: () => void): void {
  describe.each(ZONES)(`${name}, on a machine in %s`, (zone) => {
    beforeAll(() => {
      vi.stubEnv('TZ', zone);
    });
    afterAll(() => {
      vi.unstubAllEnvs();
    });
    it('has its clock there', () => {
      expect(new Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone);
    });
    tests();
  });
}
