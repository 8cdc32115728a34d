import { expect, it } from 'vitest';
import { reminderMoment } from './reminder-moment.ts';

it.each([
  // Due on a Wednesday: reminds on Tuesday. Due on a Monday: on Friday. In summer, and in New Zealand.
  ['Europe/London', '2026-11-25', '2026-11-23T10:00:00Z', '2026-11-24T08:00:00.000Z'],
  ['Europe/London', '2026-11-30', '2026-11-23T10:00:00Z', '2026-11-27T08:00:00.000Z'],
  ['Europe/London', '2026-06-24', '2026-06-22T10:00:00Z', '2026-06-23T07:00:00.000Z'],
  ['Pacific/Auckland', '2026-11-25', '2026-11-23T10:00:00Z', '2026-11-23T19:00:00.000Z'],
  // Given late: reminds in the morning of the day itself, but not at a weekend.
  ['Europe/London', '2026-11-24', '2026-11-23T10:00:00Z', '2026-11-24T08:00:00.000Z'],
  ['Europe/London', '2026-11-24', '2026-11-24T05:00:00Z', '2026-11-24T08:00:00.000Z'],
  ['Europe/London', '2026-11-30', '2026-11-28T10:00:00Z', '2026-11-30T08:00:00.000Z'],
  ['Europe/London', '2026-11-28', '2026-11-27T10:00:00Z', undefined],
  ['Europe/London', '2026-11-23', '2026-11-23T10:00:00Z', undefined],
])('reminds in the zone %s of what is due on %s, given at %s, at %s', (zone, due, now, expected) => {
  expect(reminderMoment({ timeZone: zone, terms: [] }, due, new Date(now))?.toISOString()).toBe(expected);
});

// Half term is the week from Monday 26 October, and Friday 23 October is a training day.
const HOLIDAYS = [
  { kind: 'holiday', first_on: '2026-10-26', last_on: '2026-10-30' },
  { kind: 'holiday', first_on: '2026-10-23', last_on: '2026-10-23' },
] as const;
const AUTUMN = { kind: 'term', first_on: '2026-09-03', last_on: '2026-12-18' } as const;

it.each([
  // Due on the first day after the holidays, or during them: reminds on the last day at school before.
  ['2026-11-02', '2026-10-12T10:00:00Z', '2026-10-22T07:00:00.000Z'],
  ['2026-10-28', '2026-10-12T10:00:00Z', '2026-10-22T07:00:00.000Z'],
  // Given in the holidays: reminds on the day itself, if that is a school day.
  ['2026-11-02', '2026-10-27T10:00:00Z', '2026-11-02T08:00:00.000Z'],
  ['2026-10-29', '2026-10-27T10:00:00Z', undefined],
  // Due after the last term.
  ['2027-01-04', '2026-12-17T10:00:00Z', '2026-12-18T08:00:00.000Z'],
])('leaves out holidays: of what is due on %s, given at %s, at %s', (due, now, expected) => {
  const school = { timeZone: 'Europe/London', terms: [...HOLIDAYS, AUTUMN] };
  expect(reminderMoment(school, due, new Date(now))?.toISOString()).toBe(expected);
});
