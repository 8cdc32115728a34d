import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { peopleRoutes } from '#contract/people.ts';
import { systemClock } from '#server/ports/clock.ts';
import { Outbox } from '#server/ports/mail/outbox.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';

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

const get = (url: string, headers: Readonly<Record<string, string>> = {}) =>
  test.app.inject({ url, headers: { host: '127.0.0.1:3000', ...headers } });

it('leads from the list over the mail to the page that it links to', async () => {
  await start();
  expect((await get('/dev/outbox')).payload).toContain('There is no mail yet.');
  await test.call(peopleRoutes.register, { body: { user: { email: 'head@school.example' } } });
  await test.jobs.settled();
  const list = await get('/dev/outbox');
  expect(list.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(list.payload).toContain('head@school.example');
  const path = /href="(\/dev\/outbox\/[^"]+)">Welcome to Inkwell</.exec(list.payload)?.[1] ?? '';
  const mail = await get(path);
  expect(mail.payload).toMatch(/<a href="http:\/\/127\.0\.0\.1:3000\/change-password\?token=[\w-]{43}">/);
  expect(mail.payload).toContain('<iframe title="The mail" sandbox srcdoc="');
  expect(mail.payload).toContain('Subject: Welcome to Inkwell');
  const source = await get(`${path}.eml`);
  expect(source.headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(source.payload).toContain('Content-Type: multipart/alternative');
});

it('shows the newest first', async () => {
  const mail = await start();
  for (const subject of ['First', 'Second', 'Third']) {
    await mail.send({ to: { name: '', address: 'a@school.example' }, subject, html: '<p>x</p>', text: 'x' });
    // Their names begin with the time, to the millisecond.
    for (const began = Date.now(); Date.now() === began; );
  }
  const list = (await get('/dev/outbox')).payload;
  expect([...list.matchAll(/>(First|Second|Third)</g)].map((match) => match[1])).toEqual([
    'Third',
    'Second',
    'First',
  ]);
});

it('lets nothing of a mail into its own page', async () => {
  const mail = await start();
  const evil = '"><script>alert(1)</script>';
  await mail.send({
    to: { name: evil, address: 'a@school.example' },
    subject: evil,
    html: evil,
    text: `${evil} https://x.example/"onclick=alert(1)`,
  });
  const list = await get('/dev/outbox');
  const path = /href="(\/dev\/outbox\/[^"]+)"/.exec(list.payload)?.[1] ?? '';
  for (const { payload, headers } of [list, await get(path)]) {
    expect(payload).not.toContain('<script');
    expect(payload).not.toMatch(/<a [^>]*onclick/);
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['content-security-policy']).not.toContain('script-src');
  }
});

it.each(['../../etc/passwd', '..%2f..%2fetc%2fpasswd', 'x', '2026', `${'9'.repeat(24)}-aaaaaaaaaaaa`])(
  'has no mail %s',
  async (name) => {
    await start();
    expect((await get(`/dev/outbox/${name}`)).statusCode).toBe(404);
    expect((await get(`/dev/outbox/${name}.eml`)).statusCode).toBe(404);
  },
);

it('is shown to nobody from elsewhere: not through a proxy, not by another name', async () => {
  await start();
  expect((await get('/dev/outbox')).statusCode).toBe(200);
  expect((await get('/dev/outbox', { host: 'localhost:3000' })).statusCode).toBe(200);
  for (const headers of [
    { 'x-forwarded-for': '203.0.113.1' },
    { forwarded: 'for=203.0.113.1' },
    { host: 'evil.example' },
    { host: '127.0.0.1.evil.example' },
  ]) {
    expect((await get('/dev/outbox', headers)).statusCode).toBe(404);
  }
});

it('is not there when the server can be reached from elsewhere', async () => {
  await start({ HOST: '0.0.0.0' });
  expect((await get('/dev/outbox')).statusCode).toBe(404);
});

it('is not there when mails are sent', async () => {
  folder = await mkdtemp(join(tmpdir(), 'inkwell-outbox-'));
  test = await buildTestApp();
  expect((await get('/dev/outbox')).statusCode).toBe(404);
});
