import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

/** As `test/zones.ts`, for what runs in a browser. */
const ZONES = [
  'Pacific/Kiritimati',
  'Pacific/Auckland',
  'Europe/London',
  'America/New_York',
  'Pacific/Pago_Pago',
] as const;

/** Declares tests once for each zone that the person's device may be in. */
export function describeInZones(name: string, tests: () => void): void {
  describe.each(ZONES)(`${name}, on a device in %s`, (zone) => {
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
