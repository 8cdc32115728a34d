import { eq } from 'drizzle-orm';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ERROR_MESSAGES } from '#contract/errors.ts';
import { newsletterRoutes } from '#contract/newsletters.ts';
import { peopleRoutes } from '#contract/people.ts';
import { serviceRoutes } from '#contract/service.ts';
import type { Database } from '#server/platform/db/client.ts';
import { openDatabase } from '#server/platform/db/open-database.ts';
import { newsletters } from '#server/platform/db/schema/newsletters.ts';
import { buildTestApp, type TestAnswer, type TestApp } from '#test/app.ts';
import { createSchool, freshEmail, type TestSchool } from '#test/factories.ts';
import { findPostgres, startPostgres, type TestPostgres } from '#test/postgres.ts';

// Needs an installed PostgreSQL. A run of the whole suite reports whether there is one.
if (findPostgres() !== null) describe('with a PostgreSQL that stops for a while', stoppingDatabase);
else it('has no PostgreSQL to stop on this machine', () => expect(findPostgres()).toBeNull());

function stoppingDatabase(): void {
  let postgres: TestPostgres;
  let database: Database;
  let test: TestApp;
  let school: TestSchool;
  beforeAll(async () => {
    const started = await startPostgres();
    if (started === null) throw new Error('PostgreSQL is not installed');
    postgres = started;
    database = await openDatabase({ url: postgres.url });
    test = await buildTestApp({}, { database });
    school = await createSchool(test);
  });
  afterAll(async () => {
    await test.close();
    await postgres.stop();
  });

  const save = (title: string) =>
    test.call(newsletterRoutes.createNewsletter, {
      token: school.owner.token,
      body: { news_letter: { title, layout_type: 'one_column' } },
    });

  it('answers 503 while it is down, acknowledges only stored saves, and recovers by itself', async () => {
    const saves = Array.from({ length: 10 }, (_, at) => save(`Before ${at}`));
    await Promise.all(saves.slice(0, 5));
    await postgres.pause();
    await Promise.all(saves);
    const calls: readonly (() => Promise<TestAnswer<unknown>>)[] = [
      () => save('While it was away'),
      () => test.call(peopleRoutes.myProfile, { token: school.owner.token }),
      () =>
        test.call(peopleRoutes.login, { body: { user: { email: freshEmail(), password: 'Quill and 1nk' } } }),
      () => test.call(peopleRoutes.register, { body: { user: { email: freshEmail() } } }),
      () => test.call(serviceRoutes.health),
    ];
    for (const call of calls) {
      const answer = await call();
      expect(answer.status).toBe(503);
      expect(answer.error().error_message).toBe(ERROR_MESSAGES.databaseAway);
    }
    // Calls that need no database still work.
    expect((await test.call(serviceRoutes.config)).status).toBe(200);
    await postgres.resume();
    const after = await save('When it was back');
    expect(after.status, after.text).toBe(201);
    const stored = await database.orm().select().from(newsletters).where(eq(newsletters.schoolId, school.id));
    const titles = new Set(stored.map(({ title }) => title));
    const acknowledged = (await Promise.all(saves)).filter(({ status }) => status === 201);
    for (const answer of acknowledged)
      expect(titles).toContain(answer.ok().news_letter.data.attributes.title);
    expect(titles).not.toContain('While it was away');
  });

  it('logs neither address nor hash when the connection is cut under a log-in', async () => {
    const locking = new Client({ connectionString: postgres.url });
    await locking.connect();
    await locking.query('begin');
    await locking.query('lock table users in access exclusive mode');
    const body = { user: { email: 'mum@canary.example', password: 'Quill and 1nk' } };
    const waiting = test.call(peopleRoutes.login, { body });
    const cut = `select pg_terminate_backend(pid) as ended from pg_stat_activity where wait_event_type = 'Lock'`;
    await expect.poll(async () => (await locking.query(cut)).rowCount).toBeGreaterThan(0);
    await locking.end();
    expect((await waiting).status).toBe(503);
    const failed = test.log.filter((line) => line.includes('"level":50'));
    expect(failed.at(-1)).toContain('DatabaseUnavailable');
    expect(test.log.join('')).not.toMatch(/canary|params/);
  });
}
