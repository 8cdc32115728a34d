import { expect, it } from 'vitest';
import { daysToSend, isBounceStop } from './sending-quota.ts';

it.each([
  [0, 0, false],
  [9, 9, false],
  [10, 200, true],
  [10, 201, false],
  [49, 1000, false],
  [50, 1000, true],
])('%i bounces of %i: a stop is %s', (bounced, tried, stop) => {
  expect(isBounceStop({ bounced, tried })).toBe(stop);
});

it.each([
  [10, 200, 200, 1],
  [200, 200, 200, 1],
  [201, 200, 200, 2],
  [412, 150, 200, 3],
  [412, 0, 200, 3],
])('%i addresses, %i left of %i a day: %i days', (addresses, left, perDay, days) => {
  expect(daysToSend(addresses, left, perDay)).toBe(days);
});
