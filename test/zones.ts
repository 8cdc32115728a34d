import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

/** Time zones for date bugs: both sides of the date line, with summer time in either hemisphere, and UTC for half a year. */
export const ZONES = ['Pacific/Auckland', 'Europe/London', 'Pacific/Pago_Pago'] as const;

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
