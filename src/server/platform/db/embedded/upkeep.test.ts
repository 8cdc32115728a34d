import { expect, test } from 'vitest';
import { systemClock } from '#server/platform/clock.ts';
import { schools } from '#server/platform/db/schema/core.ts';
import { PgBossJobs } from '#server/platform/jobs/pg-boss.ts';
import { openTestDatabase } from '#test/database.ts';
import { TestJobs } from '#test/jobs.ts';
import { scheduleUpkeep, vacuum } from './upkeep.ts';

test('vacuum frees the space of deleted rows', async () => {
  const database = await openTestDatabase();
  const school = { name: 'School', email: 'school@school.example', phone: '1' };
  await database
    .orm()
    .insert(schools)
    .values(Array.from({ length: 500 }, () => school));
  await database.orm().delete(schools);
  const pages = async () =>
    (await database.query(`select pg_relation_size('schools')::int as bytes`)).rows[0]?.bytes;
  expect(await pages()).toBeGreaterThan(0);
  await vacuum(database);
  expect(await pages()).toBe(0);
  await database.close();
});

test('vacuum runs every night on the embedded engine, never on a server', async () => {
  const database = await openTestDatabase();
  const jobs = new PgBossJobs(database, () => undefined);
  scheduleUpkeep(jobs, database);
  await jobs.start();
  const { rows } = await database.query('select name, cron from pgboss.schedule');
  expect(rows).toEqual(database.kind === 'pglite' ? [{ name: 'upkeep', cron: '30 3 * * *' }] : []);
  await jobs.stop();
  if (database.kind === 'pglite') {
    const now = new TestJobs(database, systemClock);
    scheduleUpkeep(now, database);
    await now.run('upkeep');
  }
  await database.close();
});
