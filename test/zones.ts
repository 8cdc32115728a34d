import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

/** Time zones for date bugs: both sides of the date line, ahead of UTC, behind it, and equal to it for half a year. */
export const ZONES = [
  'Pacific/Kiritimati',
  'Pacific/Auckland',
  'Europe/London',
  'America/New_York',
  'Pacific/Pago_Pago',
] as const;

/** Declares tests for each of these time zones of the machine. */
export function describeInZones(name: string, tests: () => void): void {
  describe.each(ZONES)(`${name}, on a machine in %s`, (zone) => {
    beforeAll(() => {
      vi.stubEnv('TZ', zone);
    });
    afterAll(() => {
      vi.unstubAllEnvs();
    });
    it('uses that time zone', () => {
      expect(new Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone);
    });
    tests();
  });
}
