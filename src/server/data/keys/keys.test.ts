import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { webhookRoutes } from '#contract/api/webhooks.ts';
import { twoStepRoutes } from '#contract/sign-in/two-step.ts';
import { DAY_MS } from '#newsletter/values/durations.ts';
import { webhooks } from '#server/platform/db/schema/api.ts';
import { secrets } from '#server/platform/db/schema/deliveries.ts';
import { installation } from '#server/platform/db/schema/installation.ts';
import { authenticators } from '#server/platform/db/schema/people.ts';
import { secretOf } from '#server/platform/secrets.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { dumpDatabase } from '#test/database.ts';
import { createSchool, type TestSchool } from '#test/factories.ts';
import { testKeys } from '#test/keys.ts';
import { beginApp, turnTwoStepOn } from '#test/two-step.ts';
import { proveKeys } from './prove-keys.ts';
import { sealAll } from './seal-all.ts';

/** A dump of the database reveals no secret. */

const OLDER = 'QUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUE=';
const NEWER = 'QkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkI=';

let test: TestApp;
let school: TestSchool;
beforeAll(async () => {
  test = await buildTestApp();
  school = await createSchool(test);
});
afterAll(() => test.close());

async function addWebhook(token: string): Promise<string> {
  const body = { url: 'https://receiver.invalid/told', events: ['subscriber.left'] };
  return (await test.call(webhookRoutes.createWebhook, { token, body })).ok().secret;
}

it('shows none of them in a dump, and they work', async () => {
  const { token } = school.owner;
  const app = await turnTwoStepOn(test, token);
  const secret = await addWebhook(token);
  const { params } = { params: { id: (await listHooks(token))[0]?.id ?? '' } };
  const renewed = (await test.call(webhookRoutes.renewSecret, { token, params })).ok().secret;
  const key = await secretOf(test.context, 'planted');
  const dump = await dumpDatabase(test.context.database);
  for (const planted of [app.secret, secret, renewed, key.toString('hex'), key.toString('base64')])
    expect(dump).not.toContain(planted);
  expect(dump.match(/sealed:[0-9a-f]{8}:/g)?.length).toBeGreaterThanOrEqual(3);
  const again = await secretOf({ ...test.context }, 'planted');
  expect(again.equals(key)).toBe(true);
});

const listHooks = async (token: string) =>
  (await test.call(webhookRoutes.listWebhooks, { token })).ok().webhooks.data;

it('keeps them plain while the version before may run beside this one, and encrypts them afterwards', async () => {
  const { context, clock } = test;
  const until = new Date(clock.now().getTime() + DAY_MS);
  const orm = context.database.orm();
  await orm.insert(installation).values({ id: crypto.randomUUID() }).onConflictDoNothing();
  await orm.update(installation).set({ plainUntil: until });
  await proveKeys(context.database, context.keys);
  const { owner } = await createSchool(test);
  const app = await beginApp(test, owner.token);
  const secret = await addWebhook(owner.token);
  const key = await secretOf(context, 'plain');
  await test.jobs.run('seal_plain');
  const early = await dumpDatabase(context.database);
  for (const planted of [app.secret, secret, key.toString('hex')]) expect(early).toContain(planted);
  clock.advance(DAY_MS);
  await test.jobs.run('seal_plain');
  const late = await dumpDatabase(context.database);
  for (const planted of [app.secret, secret, key.toString('hex')]) expect(late).not.toContain(planted);
  expect((await secretOf({ ...context }, 'plain')).equals(key)).toBe(true);
  const token = owner.token;
  (await test.call(twoStepRoutes.confirmAuthenticator, { token, body: { code: app.code() } })).ok();
});

it('encrypts all of them again under another key, and continues after a part of them', async () => {
  const other = await buildTestApp({}, { keys: testKeys(OLDER) });
  const { context } = other;
  const { owner } = await createSchool(other);
  await turnTwoStepOn(other, owner.token);
  const key = await secretOf(context, 'planted');
  const rotated = { ...context, keys: testKeys(`${NEWER}\n${OLDER}`) };
  // Some are already under the newer key, as after a kill.
  await secretOf(rotated, 'newer');
  expect(await sealAll(rotated)).toBeGreaterThanOrEqual(2);
  expect(await sealAll(rotated)).toBe(0);
  const alone = { ...context, keys: testKeys(NEWER) };
  expect((await secretOf(alone, 'planted')).equals(key)).toBe(true);
  await expect(secretOf({ ...context, keys: testKeys(OLDER) }, 'planted')).rejects.toThrow(
    /The key [0-9a-f]{8} is not in/,
  );
  await other.close();
});

it('refuses a secret that was copied over another one', async () => {
  const { context } = test;
  await secretOf(context, 'one');
  await secretOf(context, 'two');
  const orm = context.database.orm();
  const [one] = await orm.select().from(secrets).where(eq(secrets.name, 'one'));
  await orm.update(secrets).set({ value: one?.value }).where(eq(secrets.name, 'two'));
  await expect(secretOf({ ...context }, 'two')).rejects.toThrow('is not the one that was stored');
});

it('has a column for everything that is stored encrypted', async () => {
  const { database, keys } = test.context;
  await sealAll({ database, keys });
  const orm = database.orm();
  const all = [
    ...(await orm.select({ secret: authenticators.secret }).from(authenticators)),
    ...(await orm.select({ secret: webhooks.secret }).from(webhooks)),
  ];
  expect(all.length).toBeGreaterThanOrEqual(4);
  for (const { secret } of all) expect(secret).toMatch(/^sealed:/);
});
