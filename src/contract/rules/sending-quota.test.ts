import { expect, it } from 'vitest';
import { isBounceStop, spreadSending } from './sending-quota.ts';

it.each([
  [0, 0, false],
  [9, 9, false],
  [10, 200, true],
  [10, 201, false],
  [49, 1000, false],
  [50, 1000, true],
])('with %i bounces of %i mails, stopping is %s', (bounced, tried, stop) => {
  expect(isBounceStop({ bounced, tried })).toBe(stop);
});

const FROM = new Date('2027-02-20T18:00:00Z');

it.each([
  [10, 200, { first: 10, later: 0, laterDays: 0, waiting: 0 }],
  [200, 200, { first: 200, later: 0, laterDays: 0, waiting: 0 }],
  [201, 200, { first: 200, later: 1, laterDays: 1, waiting: 0 }],
  [412, 150, { first: 150, later: 262, laterDays: 2, waiting: 0 }],
  [412, 0, { first: 0, later: 412, laterDays: 3, waiting: 0 }],
])('spreads %i addresses with %i left of 200 a day: %j', (addresses, remaining, spread) => {
  expect(spreadSending({ addresses, remaining, perDay: 200, from: FROM, until: null })).toEqual(spread);
});

it.each([
  ['2027-02-20T18:00:01Z', { later: 0, laterDays: 0, waiting: 300 }],
  ['2027-02-21T18:00:00Z', { later: 0, laterDays: 0, waiting: 300 }],
  ['2027-02-21T18:00:01Z', { later: 200, laterDays: 1, waiting: 100 }],
  ['2027-02-22T18:00:01Z', { later: 300, laterDays: 2, waiting: 0 }],
  ['2027-03-22T18:00:00Z', { later: 300, laterDays: 2, waiting: 0 }],
])('spreads 500 addresses at 200 a day until %s: %j', (end, spread) => {
  const until = new Date(end);
  const limits = { addresses: 500, remaining: 200, perDay: 200 };
  expect(spreadSending({ ...limits, from: FROM, until })).toEqual({ first: 200, ...spread });
});
