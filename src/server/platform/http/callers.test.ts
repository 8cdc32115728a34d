import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import fastify from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { peopleRoutes } from '#contract/people.ts';
import { schoolRoutes } from '#contract/school.ts';
import { serviceRoutes } from '#contract/service.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { createSchool, freshEmail } from '#test/factories.ts';
import { BODY_TIMEOUT_MS, limitBodyTimeout } from './body-timeout.ts';

/** Callers who are slow, who pretend, and who send what no column holds. */

const cleanUps: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

async function start(environment: Readonly<Record<string, string>> = {}): Promise<TestApp> {
  const test = await buildTestApp(environment);
  cleanUps.push(test.close);
  return test;
}

async function dial(url: string, first: string): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  cleanUps.push(() => void socket.destroy());
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(first);
  return socket;
}

// A reset is an end as well; `once` would throw it.
const closed = (socket: Socket) => new Promise<void>((resolve) => socket.once('close', () => resolve()));

describe('slow callers', () => {
  it('do not keep others waiting: five hundred half calls, and one whole', async () => {
    const test = await start();
    const url = await test.listen();
    await Promise.all(
      Array.from({ length: 500 }, () =>
        dial(url, 'POST /api/v1/authorization/login HTTP/1.1\r\nHost: x\r\nX-'),
      ),
    );
    // Would wait for half a minute, longer than a test may take, if it had to wait for them.
    expect((await fetch(`${url}/api/v1/config`)).status).toBe(200);
    // Node cuts them off; its own default would be minutes.
    expect(test.app.server.headersTimeout).toBe(30_000);
    expect(BODY_TIMEOUT_MS).toBe(30_000);
  });

  async function patient(ms: number): Promise<string> {
    const app = fastify();
    limitBodyTimeout(app, ms);
    app.addContentTypeParser(
      'multipart/form-data',
      async (_request: unknown, payload: NodeJS.ReadableStream) => await text(payload),
    );
    app.post('/', async () => 'read');
    cleanUps.push(() => app.close());
    return await app.listen({ port: 0, host: '127.0.0.1' });
  }

  it('are cut off when a body does not come to its end in time', async () => {
    const url = await patient(150);
    const socket = await dial(
      url,
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n{',
    );
    // However often a byte comes; the whole would take half an hour.
    const drip = setInterval(() => socket.write(' '), 20);
    await closed(socket);
    clearInterval(drip);
  });

  it('may take any time for an upload as long as bytes keep coming, and are cut off when none do', async () => {
    // Many drips in one patience, that a busy machine may miss some; more than one patience in all.
    const url = await patient(2000);
    const head =
      'POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 60\r\n\r\n';
    const moving = await dial(url, head);
    const answered = text(moving);
    const drip = setInterval(() => moving.write('x'), 50);
    expect(await answered).toContain('read');
    clearInterval(drip);
    const stalled = await dial(url, `${head}x`);
    await closed(stalled);
  });

  it('get their answer although they are still sending', async () => {
    const test = await start();
    const url = await test.listen();
    const body = Buffer.alloc(8 * 1024 * 1024, 'a');
    const answer = await fetch(`${url}/api/v1/attachments`, {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
      body,
    });
    expect(answer.status).toBe(401);
  });
});

describe('the address of a caller', () => {
  const guess = (test: TestApp, email: string, at: number) =>
    test.call(peopleRoutes.login, {
      body: { user: { email, password: 'Wrong but l0ng' } },
      headers: { 'x-forwarded-for': `203.0.113.${at}` },
    });

  it('is not what they say it is', async () => {
    const test = await start();
    const email = freshEmail();
    const answers: number[] = [];
    for (let at = 0; at < 6; at += 1) answers.push((await guess(test, email, at)).status);
    expect(answers).toEqual([400, 400, 400, 400, 400, 429]);
  });

  it('is said once to be unknown when a proxy in front is not named, and never when one is', async () => {
    const warnings = (test: TestApp) => test.log.filter((line) => line.includes('TRUST_PROXY is not set'));
    const unnamed = await start();
    await unnamed.call(serviceRoutes.config);
    expect(warnings(unnamed)).toEqual([]);
    for (let at = 0; at < 3; at += 1) await guess(unnamed, freshEmail(), at);
    expect(warnings(unnamed)).toHaveLength(1);
    const named = await start({ TRUST_PROXY: '1' });
    await guess(named, freshEmail(), 1);
    expect(warnings(named)).toEqual([]);
  });

  it.each(['1', 'true'])(
    'is what a proxy says that was named, the last one only (%s)',
    async (TRUST_PROXY) => {
      const test = await start({ TRUST_PROXY });
      const email = freshEmail();
      for (let at = 0; at < 7; at += 1) expect((await guess(test, email, at)).status).toBe(400);
      const headers = (at: number) => ({ 'x-forwarded-for': `203.0.113.${at}, 198.51.100.1` });
      const answers: number[] = [];
      for (let at = 0; at < 6; at += 1) {
        answers.push(
          (
            await test.call(peopleRoutes.login, {
              body: { user: { email, password: 'Wrong but l0ng' } },
              headers: headers(at),
            })
          ).status,
        );
      }
      expect(answers.at(-1)).toBe(429);
    },
  );
});

describe('what a caller sends', () => {
  it('loses what no column can hold, and nothing else', async () => {
    const test = await start();
    const { id, owner } = await createSchool(test);
    const body = '{"school":{"name":"Elm \\u0000Grove \\ud83d\\ude00 \\ud800x \\\\u0000"}}';
    const answer = await test.call(schoolRoutes.updateSchool, { token: owner.token, params: { id }, body });
    expect(answer.ok().school.data.attributes.name).toBe('Elm Grove 😀 \ufffdx \\u0000');
    const query = await test.app.inject({
      url: '/api/v1/news_letters?search_string=a%00b',
      headers: { authorization: owner.token },
    });
    expect(query.statusCode).toBe(200);
  });

  it('names its wrapper, or is told which field is missing', async () => {
    const test = await start();
    const missing = await test.call(peopleRoutes.login, { body: {} });
    expect(missing.error().errors).toEqual({ email: [expect.any(String)], password: [expect.any(String)] });
    const bare = await test.call(peopleRoutes.login, { body: { email: 'a@b.example', password: 'x' } });
    expect(bare.error().errors).toHaveProperty('email');
    expect((await test.call(peopleRoutes.login, { body: { user: 'x' } })).status).toBe(400);
  });

  it('finds no page and no call where there is none', async () => {
    const test = await start();
    for (const url of [
      '/api/v1/nothing',
      '/api/v1/%',
      '/api/v1/../../etc/passwd',
      '/api/v1/__proto__',
      '/api/v1/users/sessions/%2e%2e',
    ]) {
      const answer = await test.app.inject({ method: 'PUT', url });
      expect(answer.statusCode, url).toBe(404);
      expect(answer.json()).toHaveProperty('error_message');
    }
  });

  it('is answered with headers that let nothing else be done with it', async () => {
    const test = await start();
    const { headers } = await test.app.inject({ url: '/api/v1/config' });
    const policy = String(headers['content-security-policy']);
    // Where the pages are built, with the hashes of the few lines in them; never a host, never whatever is inline.
    expect(policy).toMatch(/script-src 'self' 'wasm-unsafe-eval'(?: 'sha256-[\w+/]{43}=')*;/);
    expect(policy).not.toContain('upgrade-insecure-requests');
    expect(headers).toMatchObject({
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    });
    expect(headers).not.toHaveProperty('strict-transport-security');
    expect(headers).not.toHaveProperty('x-powered-by');
  });
});
