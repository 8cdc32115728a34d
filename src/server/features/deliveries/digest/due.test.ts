import { expect, it } from 'vitest';
import { digestDay, nextDigestDay } from '#contract/families/digest-day.ts';
import { dueMonth, goesOnAt } from './due.ts';

it.each([
  ['2026-10', 5, '2026-10-02'],
  ['2026-11', 1, '2026-11-02'],
  ['2026-11', 7, '2026-11-01'],
  ['2027-02', 1, '2027-02-01'],
])('in %s the first weekday %i is %s', (month, weekday, day) => {
  expect(digestDay(month, weekday)).toBe(day);
});

it.each([
  ['2026-10-02T05:59:00Z', 'Europe/London', null],
  ['2026-10-02T06:00:00Z', 'Europe/London', '2026-10'],
  ['2026-10-02T09:00:00Z', 'Europe/London', '2026-10'],
  ['2026-10-02T09:00:01Z', 'Europe/London', null],
  ['2026-10-03T05:59:00Z', 'Europe/London', null],
  ['2026-10-04T07:00:00Z', 'Europe/London', '2026-10'],
  ['2026-10-05T06:00:00Z', 'Europe/London', null],
  // In Kiritimati it is morning while it is still Thursday in London.
  ['2026-10-01T17:00:00Z', 'Pacific/Kiritimati', '2026-10'],
  ['2026-11-06T07:00:00Z', 'Europe/London', '2026-11'],
])('at %s in %s, %s is due', (now, zone, month) => {
  expect(dueMonth(5, zone, new Date(now))).toBe(month);
});

it.each([
  ['2026-10-02T05:59:00Z', '2026-10-02'],
  ['2026-10-02T06:00:00Z', '2026-11-06'],
  ['2026-12-31T12:00:00Z', '2027-01-01'],
  ['2027-01-31T12:00:00Z', '2027-02-05'],
])('at %s the next one is on %s', (now, day) => {
  expect(nextDigestDay(5, 'Europe/London', new Date(now))).toBe(day);
});

it.each([
  ['2026-10-02T08:59:00Z', '2026-10-02T06:00:00Z'],
  ['2026-10-02T09:01:00Z', '2026-10-03T06:00:00Z'],
  ['2026-10-04T01:00:00Z', '2026-10-04T06:00:00Z'],
  ['2026-10-04T09:01:00Z', null],
])('one of 2 October that has stood still goes on, at %s, from %s on', (now, at) => {
  const begun = new Date('2026-10-02T06:10:00Z');
  expect(goesOnAt('Europe/London', begun, new Date(now))).toEqual(at === null ? null : new Date(at));
});
