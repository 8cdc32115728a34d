import { fastify } from 'fastify';
import { afterEach, expect, it, vi } from 'vitest';
import { slowRefusals } from './slow-refusals.ts';

/** Threat 38: refusals, thousands of times a second, hold up everybody. */

afterEach(() => void vi.useRealTimers());

it('lets a network wait that calls on although it is refused, and no other', async () => {
  const app = fastify();
  slowRefusals(app);
  app.get('/refused', async (_, reply) => await reply.code(429).send('No'));
  app.get('/taken', async () => 'Yes');
  await app.ready();
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const ask = async (url: string, remoteAddress = '192.0.2.7') =>
    (await app.inject({ url, remoteAddress })).statusCode;
  for (let left = 100; left > 0; left -= 1) expect(await ask('/refused')).toBe(429);
  const answered: number[] = [];
  const slow = ask('/refused', '192.0.2.8').then((status) => answered.push(status));
  expect(await ask('/taken')).toBe(200);
  expect(await ask('/refused', '198.51.100.7')).toBe(429);
  await vi.advanceTimersByTimeAsync(249);
  expect(answered).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  await slow;
  expect(answered).toEqual([429]);
  vi.useRealTimers();
  await app.close();
});
