import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { ERROR_MESSAGES } from '#contract/errors.ts';
import { peopleRoutes } from '#contract/people.ts';
import { pathOf } from '#contract/route.ts';
import { schoolRoutes } from '#contract/school.ts';
import { serviceRoutes } from '#contract/service.ts';
import type { Database } from '#server/platform/db/client.ts';
import { DatabaseUnavailable, DiskFull, UniqueViolation } from '#server/platform/db/errors.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { openTestDatabase } from '#test/database.ts';
import { createSchool, mailedToken, registerPerson, signIn } from '#test/factories.ts';

/** Internal errors: what the caller and the log see of them. */

let test: TestApp;
afterEach(async () => await test.close());

/** A database whose `forSchool` throws `failure` once it is set. */
async function failingDatabase(): Promise<Database & { failure: unknown }> {
  const database = await openTestDatabase();
  const failing = {
    kind: database.kind,
    isOfNewerProgram: false,
    announcements: database.announcements,
    failure: undefined,
    orm: () => database.orm(),
    transaction: <T>(work: () => Promise<T>) => database.transaction(work),
    forSchool: async <T>(schoolId: string, work: () => Promise<T>): Promise<T> => {
      if (failing.failure !== undefined) throw failing.failure;
      return await database.forSchool(schoolId, work);
    },
    readForPublic: <T>(work: () => Promise<T>) => database.readForPublic(work),
    smallWrites: <T>(work: () => Promise<T>) => database.smallWrites(work),
    afterCommit: (effect: () => void) => database.afterCommit(effect),
    query: (text: string, values?: readonly unknown[]) => database.query(text, values),
    oneProcessAtATime: <T>(work: () => Promise<T>) => database.oneProcessAtATime(work),
    ping: async () => failing.failure === undefined && (await database.ping()),
    close: () => database.close(),
  };
  return failing;
}

const CANARY = 'the-cause-9f3a';

it('hides the cause from the caller, and logs it with the request id', async () => {
  const database = await failingDatabase();
  test = await buildTestApp({}, { database });
  const { owner } = await createSchool(test);
  database.failure = new Error(`relation "schools" ${CANARY}`);
  const answer = await test.call(schoolRoutes.mySchool, { token: owner.token });
  expect(answer.status).toBe(500);
  expect(answer.error()).toEqual({ error_message: ERROR_MESSAGES.server });
  expect(JSON.stringify(answer.headers)).not.toContain(CANARY);
  const line = test.log.find((each) => each.includes(CANARY));
  expect(JSON.parse(line ?? '{}')).toMatchObject({ reqId: answer.headers['x-request-id'], level: 50 });
});

it('takes a caller who went away amid the body for no fault', async () => {
  test = await buildTestApp();
  const { hostname, port } = new URL(await test.listen());
  const socket = connect(Number(port), hostname);
  const head = `POST ${pathOf(peopleRoutes.login)} HTTP/1.1\r\nHost: x\r\n`;
  socket.write(`${head}Content-Type: application/json\r\nContent-Length: 500\r\n\r\n{"us`);
  await once(test.app.server, 'request');
  socket.destroy();
  await expect.poll(() => test.log.some((line) => line.includes('went away'))).toBe(true);
  expect(test.log.filter((line) => JSON.parse(line).level >= 40)).toEqual([]);
});

it.each([
  ['the database is unavailable', new DatabaseUnavailable('ECONNREFUSED'), 503, ERROR_MESSAGES.databaseAway],
  ['the disk is full', new DiskFull(), 507, ERROR_MESSAGES.diskFull],
  ['an address is taken', new UniqueViolation('users_email_unique'), 409, ERROR_MESSAGES.emailTaken],
  ['something other than an Error is thrown', 'nonsense', 500, ERROR_MESSAGES.server],
])('answers when %s', async (_, failure, status, message) => {
  const database = await failingDatabase();
  test = await buildTestApp({}, { database });
  const { owner } = await createSchool(test);
  database.failure = failure;
  const answer = await test.call(schoolRoutes.mySchool, { token: owner.token });
  expect(answer.status).toBe(status);
  expect(answer.error().error_message).toBe(message);
  if (status === 503) expect(answer.headers['retry-after']).toBeDefined();
});

it('reports itself unhealthy while the database is unavailable', async () => {
  const database = await failingDatabase();
  test = await buildTestApp({}, { database });
  expect((await test.call(serviceRoutes.health)).ok()).toMatchObject({ status: 'ok' });
  database.failure = new DatabaseUnavailable('ECONNREFUSED');
  expect((await test.call(serviceRoutes.health)).status).toBe(503);
});

it('logs no password, token or e-mail address', async () => {
  test = await buildTestApp();
  const password = 'Canary and 4 wet lanterns';
  const next = 'Canary and 5 wet lanterns';
  const email = await registerPerson(test, 'canary@school.example', password);
  const token = await signIn(test, email, password);
  await test.call(peopleRoutes.login, { body: { user: { email, password: `${password}?` } } });
  await test.call(peopleRoutes.login, {
    body: `{"user":{"email":"${email}","password":"${password}"`,
    token,
  });
  await test.call(peopleRoutes.forgotPassword, { body: { email } });
  const link = await mailedToken(test, email);
  for (const url of [
    `/change-password?token=${link}`,
    `/confirm-email?token=${link}`,
    `/home/${link}`,
    `/nowhere/${link}?x=${link}`,
  ]) {
    await test.app.inject({
      method: 'GET',
      url,
      headers: { authorization: token, referer: `http://127.0.0.1/?token=${link}` },
    });
  }
  await test.call(peopleRoutes.changePassword, {
    params: { token: link },
    body: { password: next, password_confirmation: next },
  });
  await test.call(peopleRoutes.changePassword, {
    params: { token: link },
    body: { password: next, password_confirmation: next },
  });
  const log = test.log.join('\n');
  expect(test.log.length).toBeGreaterThan(8);
  for (const secret of [password, next, token, link, email, 'canary'])
    expect(log.toLowerCase()).not.toContain(secret.toLowerCase());
});
