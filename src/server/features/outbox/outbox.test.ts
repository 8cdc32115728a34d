import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream';
import { afterEach, expect, it } from 'vitest';
import { peopleRoutes } from '#contract/people.ts';
import { systemClock } from '#server/platform/clock.ts';
import { Outbox } from '#server/platform/mail/outbox.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { outboxPath } from './address.ts';

let folder: string;
let test: TestApp;
afterEach(async () => {
  await test.close();
  await rm(folder, { recursive: true });
});

async function start(environment: Readonly<Record<string, string>> = {}): Promise<Outbox> {
  folder = await mkdtemp(join(tmpdir(), 'inkwell-outbox-'));
  const mail = new Outbox(folder, { name: 'Inkwell', address: 'no-reply@school.example' }, systemClock);
  test = await buildTestApp(environment, { mail });
  return mail;
}

/** The list's address, as printed at start. */
const list = () => outboxPath(test.context) ?? 'none';
const get = (url: string, headers: Readonly<Record<string, string>> = {}) =>
  test.app.inject({ url, headers: { host: '127.0.0.1:3000', ...headers } });

it('leads from the list to a mail and on to its link', async () => {
  await start();
  expect((await get(list())).payload).toContain('There is no mail yet.');
  await test.call(peopleRoutes.register, { body: { user: { email: 'head@school.example' } } });
  await test.jobs.settled();
  const shown = await get(list());
  expect(shown.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(shown.payload).toContain('head@school.example');
  const path = /href="(\/dev\/outbox\/[^"]+)">Welcome to Inkwell</.exec(shown.payload)?.[1] ?? '';
  const mail = await get(path);
  expect(mail.payload).toMatch(/<a href="http:\/\/127\.0\.0\.1:3000\/change-password\?token=[\w-]{43}">/);
  expect(mail.payload).toContain('<iframe title="The mail" sandbox srcdoc="');
  expect(mail.payload).toContain('Subject: Welcome to Inkwell');
  const source = await get(`${path}.eml`);
  expect(source.headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(source.payload).toContain('Content-Type: multipart/alternative');
});

it('lists the newest mail first', async () => {
  const mail = await start();
  for (const subject of ['First', 'Second', 'Third']) {
    await mail.send({ to: { name: '', address: 'a@school.example' }, subject, html: '<p>x</p>', text: 'x' });
    // File names begin with the time in milliseconds.
    for (const began = Date.now(); Date.now() === began; );
  }
  const { payload } = await get(list());
  expect([...payload.matchAll(/>(First|Second|Third)</g)].map((match) => match[1])).toEqual([
    'Third',
    'Second',
    'First',
  ]);
});

it('escapes a mail’s content in its own pages', async () => {
  const mail = await start();
  const evil = '"><script>alert(1)</script>';
  await mail.send({
    to: { name: evil, address: 'a@school.example' },
    subject: evil,
    html: evil,
    text: `${evil} https://x.example/"onclick=alert(1)`,
  });
  const shown = await get(list());
  const path = /href="(\/dev\/outbox\/[^"]+)"/.exec(shown.payload)?.[1] ?? '';
  for (const { payload, headers } of [shown, await get(path)]) {
    expect(payload).not.toContain('<script');
    expect(payload).not.toMatch(/<a [^>]*onclick/);
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['content-security-policy']).not.toContain('script-src');
    expect(headers['content-security-policy']).toContain("form-action 'none'");
  }
});

it.each(['../../etc/passwd', '..%2f..%2fetc%2fpasswd', 'x', '2026', `${'9'.repeat(24)}-aaaaaaaaaaaa`])(
  'has no mail %s',
  async (name) => {
    await start();
    expect((await get(`${list()}/${name}`)).statusCode).toBe(404);
    expect((await get(`${list()}/${name}.eml`)).statusCode).toBe(404);
  },
);

it('is not served through a proxy or under another host name, even with the secret', async () => {
  const mail = await start();
  await mail.send({ to: { name: '', address: 'a@school.example' }, subject: 'x', html: 'x', text: 'x' });
  const [name] = await mail.list();
  for (const path of [list(), `${list()}/${name}`, `${list()}/${name}.eml`]) {
    expect((await get(path)).statusCode).toBe(200);
    expect((await get(path, { host: 'localhost:3000' })).statusCode).toBe(200);
    for (const headers of [
      { 'x-forwarded-for': '203.0.113.1' },
      { forwarded: 'for=203.0.113.1' },
      { host: 'evil.example' },
      { host: '127.0.0.1.evil.example' },
    ]) {
      const answer = await get(path, headers);
      expect([path, headers, answer.statusCode]).toEqual([path, headers, 404]);
      expect(answer.payload).not.toContain('a@school.example');
    }
  }
});

it.each([
  ['none', () => '/dev/outbox'],
  ['an empty one', () => '/dev/outbox/'],
  ['another', () => `/dev/outbox/${'A'.repeat(43)}`],
  ['a part of it', () => list().slice(0, -1)],
  ['more than it', () => `${list()}A`],
  ['another, before a mail', () => `/dev/outbox/wrong/2026-11-22T06-00-00-000Z-0123456789ab`],
])('answers like any unknown address if the secret is wrong: %s', async (_, path) => {
  const mail = await start();
  await mail.send({ to: { name: '', address: 'a@school.example' }, subject: 'x', html: 'x', text: 'x' });
  expect(list()).toMatch(/^\/dev\/outbox\/[\w-]{43}$/);
  const [answer, nothing] = [await get(path()), await get('/no-such-page')];
  expect([answer.statusCode, answer.payload]).toEqual([404, nothing.payload]);
});

it.each([
  ['HOST', { HOST: '0.0.0.0' }],
  ['PUBLIC_URL', { PUBLIC_URL: 'https://news.school.example' }],
  ['NODE_ENV', { NODE_ENV: 'production', PAYMENTS: 'sandbox' }],
])('does not exist when others can reach the program, by %s', async (_, environment) => {
  await start();
  const known = list();
  await test.close();
  await rm(folder, { recursive: true });
  await start(environment);
  expect(outboxPath(test.context)).toBeNull();
  for (const path of [known, '/dev/outbox']) expect((await get(path)).statusCode).toBe(404);
});

it('does not exist when mails are really sent', async () => {
  folder = await mkdtemp(join(tmpdir(), 'inkwell-outbox-'));
  test = await buildTestApp();
  expect(outboxPath(test.context)).toBeNull();
  expect((await get('/dev/outbox')).statusCode).toBe(404);
});

it('shows nothing without the secret through a proxy that rewrites Host', async () => {
  const mail = await start();
  await mail.send({ to: { name: '', address: 'a@school.example' }, subject: 'x', html: 'x', text: 'x' });
  const proxy = await startProxy(await test.listen());
  try {
    for (const path of ['/dev/outbox', '/dev/outbox/', `/dev/outbox/${(await mail.list())[0]}`]) {
      const answer = await fetch(proxy.url + path);
      expect([path, answer.status]).toEqual([path, 404]);
      expect(await answer.text()).not.toContain('a@school.example');
    }
    // The proxy works: it forwards public pages.
    expect((await fetch(`${proxy.url}/health`)).status).toBe(200);
  } finally {
    await proxy.close();
  }
});

it('shows nothing through such a proxy once PUBLIC_URL is its address, even with the secret', async () => {
  await start();
  const known = list();
  await test.close();
  await rm(folder, { recursive: true });
  await start({ PUBLIC_URL: 'https://news.school.example' });
  const proxy = await startProxy(await test.listen());
  try {
    expect((await fetch(proxy.url + known)).status).toBe(404);
    expect((await fetch(`${proxy.url}/health`)).status).toBe(200);
  } finally {
    await proxy.close();
  }
});

/** Like `proxy_pass http://127.0.0.1:3000;`: the server receives its own address as Host. */
async function startProxy(behind: string): Promise<{ readonly url: string; close(): Promise<void> }> {
  const proxy = createServer((from, to) => {
    const { host } = new URL(behind);
    const onward = request(behind + from.url, { method: from.method, headers: { ...from.headers, host } });
    onward.on('response', (answer) => {
      to.writeHead(answer.statusCode ?? 502, answer.headers);
      pipeline(answer, to, () => undefined);
    });
    onward.on('error', () => to.destroy());
    pipeline(from, onward, () => undefined);
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const address = proxy.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      proxy.closeAllConnections();
      proxy.close();
      await once(proxy, 'close');
    },
  };
}
