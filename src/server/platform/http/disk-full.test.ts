import { afterEach, beforeEach, expect, it } from 'vitest';
import { newsletterRoutes } from '#contract/newsletters.ts';
import { peopleRoutes } from '#contract/people.ts';
import { sessionRoutes } from '#contract/sign-in/sessions.ts';
import { subscriberRoutes } from '#contract/subscribers.ts';
import { tokenMaker } from '#server/data/unsubscribe-tokens.ts';
import { databaseOnEngine } from '#server/platform/db/embedded/embedded.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { startTestEngine } from '#test/database.ts';
import {
  createPerson,
  createSchool,
  PASSWORD,
  registerPerson,
  signIn,
  type TestSchool,
} from '#test/factories.ts';
import { createNewsletter, publishNewsletter } from '#test/newsletters.ts';
import { createSubscribers } from '#test/subscribers.ts';

/** The embedded database on a full disk, and the calls that still work, for example to free space. */

let hasSpace: boolean;
let test: TestApp;
let school: TestSchool;
beforeEach(async () => {
  hasSpace = true;
  const database = databaseOnEngine({ engine: await startTestEngine(), hasDiskSpace: () => hasSpace });
  await database.migrate();
  test = await buildTestApp({}, { database });
  school = await createSchool(test);
});
afterEach(async () => {
  hasSpace = true;
  await test.close();
});

const save = () =>
  test.call(newsletterRoutes.createNewsletter, {
    token: school.owner.token,
    body: { news_letter: { title: 'Harvest', layout_type: 'one_column' } },
  });

async function fillDisk(): Promise<void> {
  await test.jobs.settled();
  hasSpace = false;
  // The space is checked at intervals.
  await expect.poll(async () => (await save()).status, { interval: 20 }).toBe(507);
}

it('allows log-in, log-out, unpublishing and deleting, and rejects what needs space', async () => {
  const { token } = school.owner;
  const email = await registerPerson(test, 'head@school.example', PASSWORD);
  const { id, path } = await publishNewsletter(test, school.owner);
  const draft = await createNewsletter(test, school.owner);
  const [reader] = await createSubscribers(test, school.id, 1);
  const other = await createPerson(test);
  await fillDisk();
  const signedIn = await signIn(test, email, PASSWORD);
  expect((await test.call(peopleRoutes.myProfile, { token: signedIn })).status).toBe(200);
  const calls = [
    await test.call(newsletterRoutes.unpublishNewsletter, { token, params: { id } }),
    await test.call(newsletterRoutes.deleteNewsletter, { token, params: { id: draft.id } }),
    await test.call(subscriberRoutes.deleteSubscriber, { token, params: { id: reader?.id ?? '' } }),
    await test.call(peopleRoutes.logout, { token: signedIn }),
    await test.call(peopleRoutes.logout, { token: other.token }),
  ];
  for (const { status, text } of calls) expect(status, text).toBeLessThan(300);
  expect((await test.app.inject(path)).statusCode).toBe(404);
  expect((await test.call(peopleRoutes.myProfile, { token: signedIn })).status).toBe(401);
  expect((await save()).status).toBe(507);
});

it('allows ending one session, and then all', async () => {
  const email = await registerPerson(test, 'head@school.example', PASSWORD);
  const [token, lost] = [await signIn(test, email, PASSWORD), await signIn(test, email, PASSWORD)];
  await fillDisk();
  const { sessions } = (await test.call(sessionRoutes.listSessions, { token: lost })).ok();
  const ending = sessions.data.find(({ attributes }) => attributes.current);
  const ended = await test.call(sessionRoutes.endSession, { token, params: { id: ending?.id ?? '' } });
  expect(ended.status, ended.text).toBe(204);
  expect((await test.call(peopleRoutes.myProfile, { token: lost })).status).toBe(401);
  expect((await test.call(sessionRoutes.endSessions, { token })).status).toBe(204);
  expect((await test.call(peopleRoutes.myProfile, { token })).status).toBe(401);
  expect((await save()).status).toBe(507);
});

it('allows readers to unsubscribe by mail link, and to undo it', async () => {
  const [reader] = await createSubscribers(test, school.id, 1);
  const token = (await tokenMaker(test.context))({ schoolId: school.id, subscriberId: reader?.id ?? '' });
  const path = `/unsubscribe/${token}`;
  const list = async () => {
    const query = { token: school.owner.token };
    const { subscribers } = (await test.call(subscriberRoutes.listSubscribers, query)).ok();
    return subscribers.data.map(({ attributes }) => attributes.status);
  };
  await fillDisk();
  expect((await test.app.inject(path)).statusCode).toBe(200);
  expect((await test.app.inject({ method: 'POST', url: path })).statusCode).toBe(200);
  expect(await list()).toEqual(['unsubscribed']);
  expect((await test.app.inject({ method: 'POST', url: `${path}/undo` })).statusCode).toBe(200);
  expect(await list()).toEqual(['subscribed']);
  expect((await save()).status).toBe(507);
});

it('still counts wrong passwords', async () => {
  const email = await registerPerson(test, 'head@school.example', PASSWORD);
  await fillDisk();
  const tries = Array.from({ length: 30 }, () =>
    test.call(peopleRoutes.login, { body: { user: { email, password: 'Not the one 1' } } }),
  );
  const statuses = new Set((await Promise.all(tries)).map(({ status }) => status));
  expect(statuses).toEqual(new Set([400, 429]));
});

it('answers reads although the last use of a session cannot be recorded', async () => {
  await fillDisk();
  test.clock.advance(120_000);
  const { token } = school.owner;
  expect((await test.call(newsletterRoutes.listNewsletters, { token })).status).toBe(200);
});
