import { expect, it } from 'vitest';
import { SingleFlight } from './single-flight.ts';

/** Work that the test completes. */
function controlled() {
  const started: PromiseWithResolvers<number>[] = [];
  const work = () => {
    const step = Promise.withResolvers<number>();
    started.push(step);
    return step.promise;
  };
  return { started, work };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

it('runs once for the first caller, and once more for all who call meanwhile', async () => {
  const flights = new SingleFlight<number>();
  const { started, work } = controlled();
  const first = flights.run('a', work);
  const others = Array.from({ length: 49 }, () => flights.run('a', work));
  expect(started).toHaveLength(1);
  started[0]?.resolve(1);
  expect(await first).toBe(1);
  await settled();
  expect(started).toHaveLength(2);
  started[1]?.resolve(2);
  expect(new Set(await Promise.all(others))).toEqual(new Set([2]));
  expect(started).toHaveLength(2);
});

it('continues after a failure, and keeps keys apart', async () => {
  const flights = new SingleFlight<number>();
  const { started, work } = controlled();
  const failing = flights.run('a', work);
  const waiting = flights.run('a', work);
  const other = flights.run('b', work);
  expect(started).toHaveLength(2);
  started[0]?.reject(new Error('no'));
  started[1]?.resolve(7);
  await expect(failing).rejects.toThrow('no');
  expect(await other).toBe(7);
  await settled();
  started[2]?.resolve(8);
  expect(await waiting).toBe(8);
  await settled();
  const later = flights.run('a', work);
  expect(started).toHaveLength(4);
  started[3]?.resolve(9);
  expect(await later).toBe(9);
});
