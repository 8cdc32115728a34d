import { createServer } from 'node:https';
import { afterEach, expect, it } from 'vitest';
import { post } from './post.ts';
import { isPublicAddress } from './public-addresses.ts';
import { publicLookup } from './public-lookup.ts';

it.each([
  '0.0.0.0',
  '10.0.0.1',
  '100.64.0.1',
  '100.127.255.255',
  '127.0.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:10.0.0.1',
  '::ffff:8.8.8.8',
  '64:ff9b::8.8.8.8',
  '64:ff9b:1::1',
  'fc00::1',
  'fd12:3456::1',
  'fe80::1',
  'ff02::1',
  '2001::1',
  '2001:db8::1',
  '2002:a00:1::',
  '3fff::1',
  'nonsense',
])('takes %s for private', (ip) => expect(isPublicAddress(ip)).toBe(false));

it.each(['8.8.8.8', '100.128.0.1', '172.32.0.1', '192.0.1.1', '2606:4700::1111', '2a00:1450:4001::1'])(
  'takes %s for public',
  (ip) => expect(isPublicAddress(ip)).toBe(true),
);

const found = (...addresses: string[]) =>
  addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));

it('connects to the very addresses that it has checked, and to none if one of them is private', async () => {
  const answers = [found('8.8.8.8', '2606:4700::1111'), found('8.8.8.8', '10.0.0.1'), []];
  const seen = answers.map((each) => {
    let asked = 0;
    const lookup = publicLookup((_, done) => {
      asked += 1;
      // A name whose second answer differs.
      done(null, asked === 1 ? each : found('127.0.0.1'));
    });
    let result: unknown;
    lookup('rebind.example', { all: true }, (error, addresses) => {
      result = error ?? addresses;
    });
    return { result, asked };
  });
  expect(seen[0]).toEqual({ result: answers[0], asked: 1 });
  expect(seen[1]?.result).toMatchObject({ code: 'PRIVATE' });
  expect(seen[2]?.result).toMatchObject({ code: 'PRIVATE' });
});

const servers: { close(): void }[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

it('sends nothing to a name or an address on this machine, whatever listens there', async () => {
  let calls = 0;
  const server = createServer(() => {
    calls += 1;
  });
  server.on('connection', () => {
    calls += 1;
  });
  servers.push(server);
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await promise;
  const rest = { headers: {}, body: '{}', allowPrivate: false };
  for (const url of ['https://localhost/', 'https://127.0.0.1/', 'https://[::1]/', 'https://8.8.8.8:8443/'])
    expect(await post({ ...rest, url }), url).toEqual({ noAnswer: 'private' });
  expect(await post({ ...rest, url: 'https://receiver.invalid/' })).toEqual({ noAnswer: 'unknown_host' });
  expect(calls).toBe(0);
});
