import { afterEach, expect, it, vi } from 'vitest';
import { readConfig } from '#server/config.ts';
import { checkClock } from './clock.ts';
import { findingLine } from './finding.ts';

let database = '';

vi.mock(import('pg'), async (original) => {
  const { default: pg, ...all } = await original();
  const { Client } = all;
  vi.spyOn(Client.prototype, 'connect').mockImplementation(async () => undefined);
  vi.spyOn(Client.prototype, 'end').mockImplementation(async () => undefined);
  vi.spyOn(Client.prototype, 'query').mockImplementation(async () => ({
    rows: [{ now: new Date(database) }],
  }));
  return { ...all, default: pg };
});
afterEach(() => void vi.useRealTimers());

it.each([
  ['2026-11-29T10:00:00Z', '2026-11-29T10:00:59Z', 'ok     Clock             agrees with the database’s.'],
  [
    '2026-11-29T10:00:00Z',
    '2026-11-29T07:00:00Z',
    'wrong  Clock             is 10800 s from the database’s: sendings and timetables are early or late. Set both by NTP.',
  ],
])('compares the database’s clock, %s, with the program’s, %s', async (there, here, line) => {
  database = there;
  vi.useFakeTimers({ now: new Date(here), toFake: ['Date'] });
  const found = await checkClock(readConfig({ DATABASE_URL: 'postgres://clock.example/inkwell' }));
  expect(found.map(findingLine)).toEqual([line]);
});
