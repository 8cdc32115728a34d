import { expect, it } from 'vitest';
import { reminderMoment } from './reminder-moment.ts';

it.each([
  // Wednesday: on Tuesday. A Monday: on Friday. In summer and in New Zealand.
  ['Europe/London', '2026-11-25', '2026-11-23T10:00:00Z', '2026-11-24T08:00:00.000Z'],
  ['Europe/London', '2026-11-30', '2026-11-23T10:00:00Z', '2026-11-27T08:00:00.000Z'],
  ['Europe/London', '2026-06-24', '2026-06-22T10:00:00Z', '2026-06-23T07:00:00.000Z'],
  ['Pacific/Auckland', '2026-11-25', '2026-11-23T10:00:00Z', '2026-11-23T19:00:00.000Z'],
  // Given late: in the morning of the day itself, but not at a weekend.
  ['Europe/London', '2026-11-24', '2026-11-23T10:00:00Z', '2026-11-24T08:00:00.000Z'],
  ['Europe/London', '2026-11-24', '2026-11-24T05:00:00Z', '2026-11-24T08:00:00.000Z'],
  ['Europe/London', '2026-11-30', '2026-11-28T10:00:00Z', '2026-11-30T08:00:00.000Z'],
  ['Europe/London', '2026-11-28', '2026-11-27T10:00:00Z', undefined],
  ['Europe/London', '2026-11-23', '2026-11-23T10:00:00Z', undefined],
])('reminds in the zone %s of what is due on %s, given at %s, at %s', (zone, due, now, expected) => {
  expect(reminderMoment(zone, due, new Date(now))?.toISOString()).toBe(expected);
});
