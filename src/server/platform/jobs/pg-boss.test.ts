import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { DAY_MS } from '#newsletter/values/durations.ts';
import type { Database } from '#server/platform/db/client.ts';
import { openDatabase } from '#server/platform/db/open-database.ts';
import { schools } from '#server/platform/db/schema/core.ts';
import { MailNotSent } from '#server/platform/mail/failure.ts';
import { startChild } from '#test/child.ts';
import { makeDataDir, openTestDatabase } from '#test/database.ts';
import { mailQueue, queue } from './jobs.ts';
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
  vi.useRealTimers();
  await jobs.stop();
  await database.close();
});

const tasks = queue('tasks', z.string());
const marker = 'the last one';
const PATIENCE = { interval: 10, timeout: 20_000 };

// Defines the queue and collects the data of its jobs.
function collect(): string[] {
  const done: string[] = [];
  jobs.define(tasks, async (task) => {
    done.push(task);
  });
  return done;
}

// When the timetables were last looked at, by the database's clock.
const lastLook = async () =>
  String((await database.query('select cron_on::text from pgboss.version')).rows[0]?.cron_on);

test('timetables go on while the machine’s clock is a month ahead, and after it is set back', async () => {
  jobs = new PgBossJobs(database, (error) => errors.push(error), 3600, 1);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 30 * DAY_MS });
  jobs.define(tasks, async () => undefined);
  jobs.schedule(tasks, '* * * * *', 'UTC', marker);
  await jobs.start();
  await expect.poll(lastLook, PATIENCE).not.toBe('null');
  vi.setSystemTime(Date.now() - 30 * DAY_MS);
  const atJump = await lastLook();
  await expect.poll(lastLook, PATIENCE).not.toBe(atJump);
  const first = await lastLook();
  await expect.poll(lastLook, PATIENCE).not.toBe(first);
});

test('jobs due at a time that the database’s clock showed while it was wrong still run', async () => {
  jobs = new PgBossJobs(database, (error) => errors.push(error), 2, 1);
  const done = collect();
  await jobs.startSending();
  await jobs.send(tasks, 'sent while it was ahead');
  await database.query(
    `update pgboss.job set created_on = now() + interval '30 days', start_after = now() + interval '30 days'`,
  );
  await database.query(`update pgboss.version set cron_on = now() + interval '30 days'`);
  await jobs.send(tasks, 'planned', { startAfter: new Date(Date.now() + DAY_MS) });
  await jobs.start();
  await expect.poll(() => done, PATIENCE).toEqual(['sent while it was ahead']);
  await expect.poll(lastLook, PATIENCE).not.toBe('null');
  const { rows } = await database.query('select cron_on <= now() as past from pgboss.version');
  expect(rows).toEqual([{ past: true }]);
});

test('a job runs soon after its transaction commits, and never after a rollback', async () => {
  const done = collect();
  await jobs.start();
  const { promise: looked, resolve: look } = Promise.withResolvers<void>();
  const sending = database.transaction(async () => {
    await jobs.send(tasks, 'committed');
    await looked;
  });
  const rolledBack = database.transaction(async () => {
    await jobs.send(tasks, 'rolled back');
    throw new Error('no');
  });
  // Attached now, because on a server it may fail while the other transaction still waits.
  const failing = expect(rolledBack).rejects.toThrow('no');
  look();
  await sending;
  await failing;
  await jobs.send(tasks, marker);
  await expect.poll(() => done, PATIENCE).toEqual(['committed', marker]);
});

test('sending a job wakes its worker before the next poll', async () => {
  jobs = new PgBossJobs(database, (error) => errors.push(error), 3600);
  const done = collect();
  await jobs.start();
  await jobs.send(tasks, marker);
  await expect.poll(() => done, PATIENCE).toEqual([marker]);
});

test('a job can be sent before any is run, and runs after the start', async () => {
  const done = collect();
  await jobs.startSending();
  await jobs.send(tasks, marker);
  const { rows } = await database.query(`select state from pgboss.job where name = 'tasks'`);
  expect(rows).toEqual([{ state: 'created' }]);
  await jobs.start();
  await expect.poll(() => done, PATIENCE).toEqual([marker]);
});

test('a mail that is refused for good is not tried again, one that is refused for now is', async () => {
  const mails = mailQueue('mails', z.object({ permanent: z.boolean() }));
  jobs.define(mails, async ({ permanent }) => {
    throw new MailNotSent({ blame: 'address', permanent, trouble: null, response: '', where: 'x' });
  });
  await jobs.start();
  await jobs.send(mails, { permanent: true });
  await jobs.send(mails, { permanent: false }, { tryFor: DAY_MS });
  const states = async () => {
    const sql = `select name, state, data->'data'->>'permanent' as permanent from pgboss.job order by name`;
    return (await database.query(sql)).rows;
  };
  await expect
    .poll(states, PATIENCE)
    .toEqual([
      { name: DEAD_LETTERS, state: 'created', permanent: 'true' },
      expect.objectContaining({ name: 'mails' }),
      expect.objectContaining({ name: 'mails' }),
    ]);
  await expect.poll(states, PATIENCE).toContainEqual({ name: 'mails', state: 'retry', permanent: 'false' });
});

test('nothing runs if it is stopped before the start', async () => {
  const done = collect();
  await jobs.startSending();
  await jobs.send(tasks, marker);
  await jobs.stop();
  await jobs.start();
  const { rows } = await database.query(`select state from pgboss.job where name = 'tasks'`);
  expect({ rows, done }).toEqual({ rows: [{ state: 'created' }], done: [] });
});

test('waiting jobs run in order, without a pause between them', async () => {
  jobs = new PgBossJobs(database, (error) => errors.push(error), 3600);
  const done = collect();
  const gathered = ['first', 'second', 'third', marker];
  await jobs.start();
  await database.transaction(async () => {
    for (const task of gathered) await jobs.send(tasks, task);
  });
  await expect.poll(() => done, PATIENCE).toEqual(gathered);
});

test('a job can be sent within forSchool', async () => {
  const done = collect();
  await jobs.start();
  const schoolId = randomUUID();
  const school = { id: schoolId, name: 'School', email: 'school@school.example', phone: '1' };
  await database.orm().insert(schools).values(school);
  await database.forSchool(schoolId, async () => {
    await jobs.send(tasks, 'for a school');
    expect(await database.orm().$count(schools)).toBe(1);
  });
  await expect.poll(() => done, PATIENCE).toEqual(['for a school']);
});

test('an exclusive queue accepts a key again only after its job has finished', async () => {
  const { promise: finished, resolve: finish } = Promise.withResolvers<void>();
  let runs = 0;
  jobs.define(
    tasks,
    async () => {
      runs += 1;
      await finished;
    },
    { exclusive: true },
  );
  await jobs.start();
  const send = () => jobs.send(tasks, 'x', { singletonKey: 'newsletter 1' });
  expect(await Promise.all([send(), send(), send()])).toEqual(expect.arrayContaining([true, false, false]));
  await expect.poll(() => runs, PATIENCE).toBe(1);
  expect(await send()).toBe(false);
  finish();
  await expect.poll(send, PATIENCE).toBe(true);
  await expect.poll(() => runs, PATIENCE).toBe(2);
});

test('a oneWaiting queue accepts a key again as soon as its job runs', async () => {
  const { promise: finished, resolve: finish } = Promise.withResolvers<void>();
  let runs = 0;
  jobs.define(
    tasks,
    async () => {
      runs += 1;
      await finished;
    },
    { oneWaiting: true },
  );
  await jobs.start();
  const send = () => jobs.send(tasks, 'x', { singletonKey: 'newsletter 1' });
  expect(await send()).toBe(true);
  await expect.poll(() => runs, PATIENCE).toBe(1);
  expect([await send(), await send()]).toEqual([true, false]);
  finish();
  await expect.poll(() => runs, PATIENCE).toBe(2);
});

test('a failing job is retried, and finally moves to the dead letters', async () => {
  let tries = 0;
  jobs.define(
    tasks,
    async () => {
      tries += 1;
      throw new Error('no paper');
    },
    { retries: 1, retryDelay: 1, retryDelayMax: 1 },
  );
  await jobs.start();
  await jobs.send(tasks, 'unlucky');
  const dead = async () =>
    (await database.query('select data from pgboss.job where name = $1', [DEAD_LETTERS])).rows;
  await expect.poll(dead, PATIENCE).toEqual([{ data: { data: 'unlucky' } }]);
  expect(tries).toBe(2);
  expect(errors).toHaveLength(2);
  expect(errors[0]).toMatchObject({ message: 'A job of tasks failed', cause: { message: 'no paper' } });
});

test('the stored error of a failed job contains no values of its queries', async () => {
  jobs.define(
    tasks,
    async (task) => {
      const school = { name: task, email: 'school@school.example', phone: '1' };
      await database
        .orm()
        .insert(schools)
        .values({ ...school, id: 'no uuid' });
    },
    { retries: 1, retryDelay: 60 },
  );
  await jobs.start();
  await jobs.send(tasks, 'first');
  const output = async () => {
    const { rows } = await database.query('select output from pgboss.job where output is not null');
    return JSON.stringify(rows);
  };
  await expect.poll(output, PATIENCE).toContain('QueryFailed');
  expect(await output()).not.toContain('school.example');
});

test('send rejects data that does not match the schema', async () => {
  const numbers = queue('numbers', z.object({ count: z.number().int() }));
  jobs.define(numbers, async () => undefined);
  await jobs.start();
  await expect(jobs.send(numbers, { count: 1.5 })).rejects.toThrow(z.ZodError);
});

test('a job with within begins when chance chooses', async () => {
  collect();
  await jobs.startSending();
  const chance = vi.spyOn(Math, 'random').mockReturnValue(0.5);
  await jobs.send(tasks, 'by chance', { within: 2 * DAY_MS });
  chance.mockRestore();
  const { rows } = await database.query(
    `select round(extract(epoch from start_after - created_on))::int as seconds from pgboss.job where name = 'tasks'`,
  );
  expect(rows).toEqual([{ seconds: DAY_MS / 1000 }]);
});

test('a job with startAfter waits', async () => {
  const done = collect();
  await jobs.start();
  await jobs.send(tasks, 'tomorrow', { startAfter: new Date(Date.now() + DAY_MS) });
  await jobs.send(tasks, marker);
  await expect.poll(() => done, PATIENCE).toEqual([marker]);
});

test('a schedule keeps its time zone, and is removed when the program no longer defines it', async () => {
  collect();
  jobs.schedule(tasks, '0 3 * * *', 'Europe/London', 'nightly');
  await jobs.start();
  const timetables = async () =>
    (await database.query('select name, cron, timezone, data from pgboss.schedule')).rows;
  expect(await timetables()).toEqual([
    { name: 'tasks', cron: '0 3 * * *', timezone: 'Europe/London', data: { data: 'nightly' } },
  ]);
  await jobs.stop();
  jobs = new PgBossJobs(database, (error) => errors.push(error));
  collect();
  await jobs.start();
  expect(await timetables()).toEqual([]);
});

test('queues and schedules are updated by a new version of the program', async () => {
  const start = async (retries: number, cron: string) => {
    jobs = new PgBossJobs(database, (error) => errors.push(error));
    jobs.define(tasks, async () => undefined, { retries });
    jobs.schedule(tasks, cron, 'Europe/London', 'nightly');
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

test('stop waits for a running job', async () => {
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const { promise: finished, resolve: finish } = Promise.withResolvers<void>();
  jobs.define(tasks, async () => {
    begin();
    await finished;
  });
  await jobs.start();
  await jobs.send(tasks, 'long');
  await begun;
  const stopping = jobs.stop();
  finish();
  await stopping;
  const { rows } = await database.query(`select state from pgboss.job where name = 'tasks'`);
  expect(rows).toEqual([{ state: 'completed' }]);
});

test('a job of a killed process runs after the next start', async () => {
  const dataDir = await makeDataDir();
  const worker = startChild('work-for-ever.ts', dataDir);
  await worker.line((line) => line === 'begun');
  await worker.kill();
  const reopened = await openDatabase({ dataDir });
  const next = new PgBossJobs(reopened, (error) => errors.push(error));
  const done: string[] = [];
  next.define(
    tasks,
    async (task) => {
      done.push(task);
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
