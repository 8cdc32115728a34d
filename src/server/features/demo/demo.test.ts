import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { ERROR_MESSAGES } from '#contract/errors.ts';
import { newsletterRoutes } from '#contract/newsletters.ts';
import { schoolRoutes } from '#contract/school.ts';
import { sessionRoutes } from '#contract/sign-in/sessions.ts';
import { DiskFull } from '#server/platform/db/errors.ts';
import { schools, users } from '#server/platform/db/schema/core.ts';
import { subscribers } from '#server/platform/db/schema/subscribers.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { signIn } from '#test/factories.ts';
import { parseHtml } from '#test/newsletter-engines.ts';
import { createDemoSchool } from './demo.ts';
import { insertAccount } from './repo.ts';

let test: TestApp;
let token: string;
beforeAll(async () => {
  test = await buildTestApp();
  const demo = await createDemoSchool(test.app, test.context);
  token = await signIn(test, demo?.email ?? '', demo?.password ?? '');
});
afterAll(() => test.close());

it('has a school with colours and a logo', async () => {
  const school = (await test.call(schoolRoutes.mySchool, { token })).ok().school.data?.attributes;
  expect(school).toMatchObject({
    name: 'Oakfield Primary School',
    primary_color: '#1f5d45',
    secondary_color: '#f2b632',
    subscription_status: 'trial',
  });
  const logo = await test.app.inject(new URL(school?.logo ?? '').pathname);
  expect([logo.statusCode, logo.headers['content-type']]).toEqual([200, 'image/png']);
});

it('leaves nobody signed in', async () => {
  const { sessions } = (await test.call(sessionRoutes.listSessions, { token })).ok();
  expect(sessions.data.map(({ attributes }) => attributes.current)).toEqual([true]);
});

it('has three newsletters, one of them published with its images, and forty subscribers', async () => {
  const { data } = (await test.call(newsletterRoutes.listNewsletters, { token })).ok().news_letter;
  expect(data.map((item) => item.attributes.status).sort()).toEqual(['draft', 'draft', 'published']);
  const published = data.find((item) => item.attributes.status === 'published')?.attributes;
  expect(published).toMatchObject({ layout_type: 'two_columns_center', has_unpublished_changes: false });
  const page = await test.app.inject(`/published/${published?.slug}`);
  expect(page.statusCode).toBe(200);
  const sources = [...parseHtml(page.payload).querySelectorAll('article img')].map(
    (image) => [...(image.attributes ?? [])].find(({ name }) => name === 'src')?.value ?? '',
  );
  expect(sources.filter((source) => source.startsWith('/files/'))).toHaveLength(6);
  for (const source of sources) {
    const path = source.startsWith('/') ? source : new URL(source).pathname;
    expect((await test.app.inject(path)).statusCode, path).toBe(200);
  }
  expect(
    new Set((await test.context.database.orm().select().from(subscribers)).map((row) => row.email)).size,
  ).toBe(40);
});

it('leaves nothing behind if the disk becomes full, and is created at the next start', async () => {
  const other = await buildTestApp();
  const { files } = other.context;
  let left = 4;
  const ensureSpace = vi.spyOn(files, 'ensureSpace').mockImplementation(async () => {
    left -= 1;
    if (left < 0) throw new DiskFull();
  });
  await expect(createDemoSchool(other.app, other.context)).rejects.toThrow(ERROR_MESSAGES.diskFull);
  const orm = other.context.database.orm();
  expect([await orm.$count(users), await orm.$count(schools)]).toEqual([0, 0]);
  ensureSpace.mockRestore();
  // Somebody has registered with its address meanwhile: that account is left alone, and no sign-in is shown for it.
  await insertAccount(other.context, 'head@oakfield.sch.example');
  const own = await orm.select({ id: users.id }).from(users);
  expect(await createDemoSchool(other.app, other.context)).toBeNull();
  expect(await orm.select({ id: users.id }).from(users)).toEqual(own);
  await orm.delete(users);
  expect(await createDemoSchool(other.app, other.context)).not.toBeNull();
  await other.close();
});

it('is removed and made anew if the process was killed while it was made', async () => {
  const other = await buildTestApp();
  const { files, config } = other.context;
  const hanging = Promise.withResolvers<void>();
  const ensureSpace = vi.spyOn(files, 'ensureSpace').mockImplementation(() => {
    hanging.resolve();
    return new Promise(() => undefined);
  });
  // Hangs for ever, as if killed.
  void createDemoSchool(other.app, other.context);
  await hanging.promise;
  ensureSpace.mockRestore();
  expect(await other.context.database.orm().$count(users)).toBe(1);
  const made = await createDemoSchool(other.app, other.context);
  await signIn(other, made?.email ?? '', made?.password ?? '');
  expect(await other.context.database.orm().$count(schools)).toBe(1);
  expect((await stat(join(config.dataDir, 'demo-school.json'))).mode & 0o777).toBe(0o600);
  await other.close();
});

it('prints its sign-in at later starts, until its password is changed', async () => {
  const other = await buildTestApp();
  const made = await createDemoSchool(other.app, other.context);
  expect(await createDemoSchool(other.app, other.context)).toEqual(made);
  await other.context.database.orm().update(users).set({ passwordHash: 'of another password' });
  expect(await createDemoSchool(other.app, other.context)).toBeNull();
  await other.close();
});

it('is created once, and only if nobody else can reach the server', async () => {
  await createDemoSchool(test.app, test.context);
  expect(await test.context.database.orm().select().from(users)).toHaveLength(1);
  for (const environment of [
    { HOST: '0.0.0.0' },
    { PUBLIC_URL: 'https://news.school.example' },
    { NODE_ENV: 'production', PAYMENTS: 'sandbox' },
    { DATABASE_URL: 'postgres://somewhere.example/db' },
  ]) {
    const other = await buildTestApp(environment);
    expect(await createDemoSchool(other.app, other.context)).toBeNull();
    expect(await other.context.database.orm().select().from(users)).toEqual([]);
    await other.close();
  }
});
