import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { DAY_MS } from '#newsletter/values/durations.ts';
import type { Database } from '#server/platform/db/client.ts';
import { openDatabase } from '#server/platform/db/open-database.ts';
import { schools } from '#server/platform/db/schema/core.ts';
import { startChild } from '#test/child.ts';
import { makeDataDir, openTestDatabase } from '#test/database.ts';
import { queue } from './jobs.ts';
import { DEAD_LETTERS, PgBossJobs } from './pg-boss.ts';

let database: Database;
let jobs: PgBossJobs;
let errors: unknown[];
beforeEach(async () => {
  database = await openTestDatabase();
  errors = [];
  jobs = new PgBossJobs(database, (error) => errors.push(error));
});
afterEach(async () => {
  await jobs.stop();
  await database.close();
});

const letters = queue('letters', z.string());
const marker = 'the last one';
const PATIENCE = { interval: 10, timeout: 20_000 };

// Defines the queue and collects what its jobs were given.
function collect(): string[] {
  const done: string[] = [];
  jobs.define(letters, async (letter) => {
    done.push(letter);
  });
  return done;
}

test('a job is done soon after its transaction has committed, and never when it was rolled back', async () => {
  const done = collect();
  await jobs.start();
  const { promise: looked, resolve: look } = Promise.withResolvers<void>();
  const sending = database.transaction(async () => {
    await jobs.send(letters, 'committed');
    await looked;
  });
  const rolledBack = database.transaction(async () => {
    await jobs.send(letters, 'rolled back');
    throw new Error('no');
  });
  // From now on, as on a server it may fail while the other still waits.
  const failing = expect(rolledBack).rejects.toThrow('no');
  look();
  await sending;
  await failing;
  await jobs.send(letters, marker);
  await expect.poll(() => done, PATIENCE).toEqual(['committed', marker]);
});

test('a job wakes its worker, which would find it an hour later', async () => {
  jobs = new PgBossJobs(database, (error) => errors.push(error), 3600);
  const done = collect();
  await jobs.start();
  await jobs.send(letters, marker);
  await expect.poll(() => done, PATIENCE).toEqual([marker]);
});

test('jobs that have gathered are done one after the other, without a pause between them', async () => {
  jobs = new PgBossJobs(database, (error) => errors.push(error), 3600);
  const done = collect();
  const gathered = ['first', 'second', 'third', marker];
  await jobs.start();
  await database.transaction(async () => {
    for (const letter of gathered) await jobs.send(letters, letter);
  });
  await expect.poll(() => done, PATIENCE).toEqual(gathered);
});

test('a job can be sent in the name of a school', async () => {
  const done = collect();
  await jobs.start();
  const schoolId = randomUUID();
  const school = { id: schoolId, name: 'School', email: 'school@school.example', phone: '1' };
  await database.orm().insert(schools).values(school);
  await database.forSchool(schoolId, async () => {
    await jobs.send(letters, 'for a school');
    expect(await database.orm().$count(schools)).toBe(1);
  });
  await expect.poll(() => done, PATIENCE).toEqual(['for a school']);
});

test('an exclusive queue takes a key once, as long as its job is not done', async () => {
  const { promise: finished, resolve: finish } = Promise.withResolvers<void>();
  let runs = 0;
  jobs.define(
    letters,
    async () => {
      runs += 1;
      await finished;
    },
    { exclusive: true },
  );
  await jobs.start();
  const send = () => jobs.send(letters, 'x', { singletonKey: 'newsletter 1' });
  expect(await Promise.all([send(), send(), send()])).toEqual(expect.arrayContaining([true, false, false]));
  await expect.poll(() => runs, PATIENCE).toBe(1);
  expect(await send()).toBe(false);
  finish();
  await expect.poll(send, PATIENCE).toBe(true);
  await expect.poll(() => runs, PATIENCE).toBe(2);
});

test('a queue that has one waiting takes a key again as soon as its job runs', async () => {
  const { promise: finished, resolve: finish } = Promise.withResolvers<void>();
  let runs = 0;
  jobs.define(
    letters,
    async () => {
      runs += 1;
      await finished;
    },
    { oneWaiting: true },
  );
  await jobs.start();
  const send = () => jobs.send(letters, 'x', { singletonKey: 'newsletter 1' });
  expect(await send()).toBe(true);
  await expect.poll(() => runs, PATIENCE).toBe(1);
  expect([await send(), await send()]).toEqual([true, false]);
  finish();
  await expect.poll(() => runs, PATIENCE).toBe(2);
});

test('a job that fails is tried again, and at last lies among the dead letters', async () => {
  let tries = 0;
  jobs.define(
    letters,
    async () => {
      tries += 1;
      throw new Error('no paper');
    },
    { retries: 1, retryDelay: 1, retryDelayMax: 1 },
  );
  await jobs.start();
  await jobs.send(letters, 'unlucky');
  const dead = async () =>
    (await database.query('select data from pgboss.job where name = $1', [DEAD_LETTERS])).rows;
  await expect.poll(dead, PATIENCE).toEqual([{ data: { data: 'unlucky' } }]);
  expect(tries).toBe(2);
  expect(errors).toHaveLength(2);
  expect(errors[0]).toMatchObject({ message: 'A job of letters failed', cause: { message: 'no paper' } });
});

test('what a failed job leaves in the database holds no values of its queries', async () => {
  jobs.define(
    letters,
    async (letter) => {
      const school = { name: letter, email: 'school@school.example', phone: '1' };
      await database
        .orm()
        .insert(schools)
        .values({ ...school, id: 'no uuid' });
    },
    { retries: 1, retryDelay: 60 },
  );
  await jobs.start();
  await jobs.send(letters, 'first');
  const output = async () => {
    const { rows } = await database.query('select output from pgboss.job where output is not null');
    return JSON.stringify(rows);
  };
  await expect.poll(output, PATIENCE).toContain('QueryFailed');
  expect(await output()).not.toContain('school.example');
});

test('data of another shape is refused where it is sent', async () => {
  const numbers = queue('numbers', z.object({ count: z.number().int() }));
  jobs.define(numbers, async () => undefined);
  await jobs.start();
  await expect(jobs.send(numbers, { count: 1.5 })).rejects.toThrow(z.ZodError);
});

test('a job for later waits', async () => {
  const done = collect();
  await jobs.start();
  await jobs.send(letters, 'tomorrow', { startAfter: new Date(Date.now() + DAY_MS) });
  await jobs.send(letters, marker);
  await expect.poll(() => done, PATIENCE).toEqual([marker]);
});

test('a timetable keeps its time zone, and is gone when the program no longer has it', async () => {
  collect();
  jobs.schedule(letters, '0 3 * * *', 'Europe/London', 'nightly');
  await jobs.start();
  const timetables = async () =>
    (await database.query('select name, cron, timezone, data from pgboss.schedule')).rows;
  expect(await timetables()).toEqual([
    { name: 'letters', cron: '0 3 * * *', timezone: 'Europe/London', data: { data: 'nightly' } },
  ]);
  await jobs.stop();
  jobs = new PgBossJobs(database, (error) => errors.push(error));
  collect();
  await jobs.start();
  expect(await timetables()).toEqual([]);
});

test('a queue and a timetable take over what a new version of the program says', async () => {
  const start = async (retries: number, cron: string) => {
    jobs = new PgBossJobs(database, (error) => errors.push(error));
    jobs.define(letters, async () => undefined, { retries });
    jobs.schedule(letters, cron, 'Europe/London', 'nightly');
    await jobs.start();
    const { rows } = await database.query(
      `select retry_limit, cron from pgboss.queue join pgboss.schedule using (name)`,
    );
    return rows;
  };
  expect(await start(3, '0 3 * * *')).toEqual([{ retry_limit: 3, cron: '0 3 * * *' }]);
  await jobs.stop();
  expect(await start(5, '0 4 * * *')).toEqual([{ retry_limit: 5, cron: '0 4 * * *' }]);
});

test('stopping lets a running job finish', async () => {
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const { promise: finished, resolve: finish } = Promise.withResolvers<void>();
  jobs.define(letters, async () => {
    begin();
    await finished;
  });
  await jobs.start();
  await jobs.send(letters, 'long');
  await begun;
  const stopping = jobs.stop();
  finish();
  await stopping;
  const { rows } = await database.query(`select state from pgboss.job where name = 'letters'`);
  expect(rows).toEqual([{ state: 'completed' }]);
});

test('a job whose process was killed is done after the next start', async () => {
  const dataDir = await makeDataDir();
  const worker = startChild('work-for-ever.ts', dataDir);
  await worker.line((line) => line === 'begun');
  await worker.kill();
  const reopened = await openDatabase({ dataDir });
  const next = new PgBossJobs(reopened, (error) => errors.push(error));
  const done: string[] = [];
  next.define(
    letters,
    async (letter) => {
      done.push(letter);
    },
    { retryDelay: 1, retryDelayMax: 1 },
  );
  await next.start();
  await expect
    .poll(() => done.toSorted(), PATIENCE)
    .toEqual(['begun before the kill', 'waiting at the kill']);
  await next.stop();
  await reopened.close();
  rmSync(dataDir, { recursive: true });
}, 60_000);
