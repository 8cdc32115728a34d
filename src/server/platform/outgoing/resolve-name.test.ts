import { createSocket } from 'node:dgram';
import { lookup } from 'node:dns/promises';
import { expect, it } from 'vitest';
import { resolvePublicName } from './resolve-name.ts';

it('keeps nobody else from looking names up while servers are silent, and ends with its signal', async () => {
  const silent = createSocket('udp4');
  const asked = Promise.withResolvers<void>();
  let questions = 0;
  silent.on('message', () => {
    questions += 1;
    if (questions === 20) asked.resolve();
  });
  const bound = Promise.withResolvers<void>();
  silent.bind(0, '127.0.0.1', bound.resolve);
  await bound.promise;
  const servers = [`127.0.0.1:${silent.address().port}`];
  const trial = new AbortController();
  const outcomes = Array.from({ length: 10 }, (_, at) => {
    const { promise, resolve } = Promise.withResolvers<string | undefined>();
    resolvePublicName(`slow${at}.example`, trial.signal, (error) => resolve(error?.code), servers);
    return promise;
  });
  await asked.promise;
  expect((await lookup('localhost')).address).not.toBe('');
  trial.abort();
  expect(await Promise.all(outcomes)).toEqual(Array.from({ length: 10 }, () => 'ENOTFOUND'));
  silent.close();
});
