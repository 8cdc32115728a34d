import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import fastify from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { ERROR_MESSAGES } from '#contract/errors.ts';
import { peopleRoutes } from '#contract/people.ts';
import { schoolRoutes } from '#contract/school.ts';
import { serviceRoutes } from '#contract/service.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { createSchool, freshEmail } from '#test/factories.ts';
import { BODY_TIMEOUT_MS, limitBodyTimeout } from './body-timeout.ts';

/** Slow callers, forged addresses, and input that cannot be stored. */

const cleanUps: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

async function start(environment: Readonly<Record<string, string>> = {}): Promise<TestApp> {
  const test = await buildTestApp(environment);
  cleanUps.push(test.close);
  return test;
}

async function openSocket(url: string, first: string): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  cleanUps.push(() => void socket.destroy());
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(first);
  return socket;
}

// Also resolves after a reset, for which `once` would throw.
const closed = (socket: Socket) => new Promise<void>((resolve) => socket.once('close', () => resolve()));

describe('slow callers', () => {
  it('do not delay others: 500 incomplete calls and a complete one', async () => {
    const test = await start();
    const url = await test.listen();
    await Promise.all(
      Array.from({ length: 500 }, () =>
        openSocket(url, 'POST /api/v1/authorization/login HTTP/1.1\r\nHost: x\r\nX-'),
      ),
    );
    // Would exceed the test's time limit if it had to wait for the others.
    expect((await fetch(`${url}/api/v1/config`)).status).toBe(200);
    // Node closes them after this time. Its own default is minutes.
    expect(test.app.server.headersTimeout).toBe(30_000);
    expect(BODY_TIMEOUT_MS).toBe(30_000);
  });

  async function serverWithTimeout(ms: number): Promise<string> {
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

  it('are disconnected when a body does not arrive in time', async () => {
    const url = await serverWithTimeout(150);
    const socket = await openSocket(
      url,
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n{',
    );
    // Keeps sending, but the whole body would take half an hour.
    const drip = setInterval(() => socket.write(' '), 20);
    await closed(socket);
    clearInterval(drip);
  });

  it('may take any time for an upload while bytes arrive, and are disconnected when it stalls', async () => {
    // Many bytes within one timeout, as a busy machine may delay some, and more than one timeout in all.
    const url = await serverWithTimeout(2000);
    const head =
      'POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 60\r\n\r\n';
    const moving = await openSocket(url, head);
    const answered = text(moving);
    const drip = setInterval(() => moving.write('x'), 50);
    expect(await answered).toContain('read');
    clearInterval(drip);
    const stalled = await openSocket(url, `${head}x`);
    await closed(stalled);
  });

  it('get an answer while they are still sending', async () => {
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

  it('is not taken from a forged header', async () => {
    const test = await start();
    const email = freshEmail();
    const answers: number[] = [];
    for (let at = 0; at < 6; at += 1) answers.push((await guess(test, email, at)).status);
    expect(answers).toEqual([400, 400, 400, 400, 400, 429]);
  });

  it('causes one warning if a proxy is not configured, and none if it is', async () => {
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

  it.each(['1', 'true'])('is taken from the last entry of a configured proxy (%s)', async (TRUST_PROXY) => {
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
  });
});

describe('the input of a caller', () => {
  it('loses only characters that cannot be stored', async () => {
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

  it('is refused in another encoding than UTF-8', async () => {
    const test = await start();
    const { id, owner } = await createSchool(test);
    const body = Buffer.from('{"school":{"name":"Château Primary"}}', 'latin1');
    const headers = { 'content-type': 'application/json' };
    const call = { token: owner.token, params: { id }, headers };
    const answer = await test.call(schoolRoutes.updateSchool, { ...call, body });
    expect([answer.status, answer.error().error_message]).toEqual([400, ERROR_MESSAGES.encoding]);
    const again = await test.call(schoolRoutes.updateSchool, {
      ...call,
      body: Buffer.from(body.toString('latin1')),
    });
    expect(again.ok().school.data.attributes.name).toBe('Château Primary');
  });

  it('needs its wrapper, otherwise the answer names the missing fields', async () => {
    const test = await start();
    const missing = await test.call(peopleRoutes.login, { body: {} });
    expect(missing.error().errors).toEqual({ email: [expect.any(String)], password: [expect.any(String)] });
    const bare = await test.call(peopleRoutes.login, { body: { email: 'a@b.example', password: 'x' } });
    expect(bare.error().errors).toHaveProperty('email');
    expect((await test.call(peopleRoutes.login, { body: { user: 'x' } })).status).toBe(400);
  });

  it('gets 404 for unknown paths', async () => {
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

  it('gets an answer with restrictive security headers', async () => {
    const test = await start();
    const { headers } = await test.app.inject({ url: '/api/v1/config' });
    const policy = String(headers['content-security-policy']);
    // With hashes of the inline scripts if the pages are built, but no hosts and no 'unsafe-inline'.
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
