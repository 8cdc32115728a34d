import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client, DatabaseError } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newsletterRoutes } from '#contract/newsletters.ts';
import { pathOf } from '#contract/route.ts';
import { schoolRoutes } from '#contract/school.ts';
import { serviceRoutes } from '#contract/service.ts';
import { HOUR_MS } from '#newsletter/values/durations.ts';
import { readConfig } from '#server/config.ts';
import { createContext } from '#server/create-context.ts';
import { sweepFiles } from '#server/features/attachments/storage/sweep.ts';
import { newFileKey, PARTIAL_FILE_SUFFIX } from '#server/platform/files/files.ts';
import { follow } from './following.ts';
import { startPgBouncer, type TestPgBouncer } from './pgbouncer.ts';
import { startPostgres, type TestPostgres } from './postgres.ts';
import { type Program, startProgram } from './program.ts';
import {
  emptyInstallation,
  migratedInstallation,
  seedFiles,
  seedSchool,
  type TestInstallation,
} from './seed.ts';
import { beginSending, callProgram, progressOf, seedSubscribers } from './sending.ts';

/**
 * Two processes on one PostgreSQL database and one DATA_DIR, as behind a load balancer (accidents R21, R23). Runs only on a
 * server: see vitest.config.ts.
 */

const newslettersPath = pathOf(newsletterRoutes.listNewsletters);

/** Unpublished pages must disappear everywhere within a minute. Browser caches may take half of that. */
const PROMISED = { interval: 100, timeout: 30_000 };
/** The time after which a person who has left is no longer shown. */
const GONE = { interval: 100, timeout: 15_000 };
const TIME = 240_000;

/** With `TEST_PGBOUNCER=1` all programs run behind PgBouncer. */
let bouncer: TestPgBouncer | null = null;
beforeAll(async () => {
  const { TEST_PGBOUNCER, TEST_DATABASE_URL = '' } = process.env;
  if (TEST_PGBOUNCER !== undefined) bouncer = await startPgBouncer(TEST_DATABASE_URL);
});
afterAll(() => bouncer?.stop());

let installation: TestInstallation;
let programs: Program[];
beforeEach(async () => {
  installation = behindBouncer(await migratedInstallation());
  programs = [];
});

function behindBouncer(direct: TestInstallation): TestInstallation {
  const { DATABASE_URL = '' } = direct.environment;
  if (bouncer === null) return direct;
  const urls = { DATABASE_URL: bouncer.through(DATABASE_URL), DATABASE_DIRECT_URL: DATABASE_URL };
  return { ...direct, environment: { ...direct.environment, ...urls } };
}

afterEach(async () => {
  await endPrograms();
  await installation.remove();
});

async function endPrograms(): Promise<void> {
  for (const program of programs) program.signal('SIGKILL');
  for (const program of programs) await program.ended;
}

function start(environment: Readonly<Record<string, string>> = {}): Program {
  const program = startProgram({ ...installation.environment, ...environment });
  programs.push(program);
  return program;
}

async function startBoth(): Promise<readonly [string, string]> {
  return await Promise.all([start().url, start().url]);
}

/** The first row of a query on the shared database. */
async function row(text: string): Promise<Record<string, unknown> | undefined> {
  const client = new Client({ connectionString: installation.environment.DATABASE_URL });
  await client.connect();
  try {
    return (await client.query(text)).rows[0];
  } finally {
    await client.end();
  }
}

/** Publishes a newsletter and resolves to its id and page path. */
async function publish(url: string, token: string, title = 'Harvest') {
  const news_letter = { title, layout_type: 'one_column' };
  const created = await callProgram(url, token, newsletterRoutes.createNewsletter, {}, { news_letter });
  const { id } = newsletterRoutes.createNewsletter.reply.parse(created).news_letter.data;
  const done = await callProgram(url, token, newsletterRoutes.publishNewsletter, { id });
  const { slug } = newsletterRoutes.publishNewsletter.reply.parse(done).news_letter.data.attributes;
  return { id, path: `/published/${slug}` };
}

const statusOf = async (address: string) => (await fetch(address)).status;
const textOf = async (address: string) => await (await fetch(address)).text();
const mails = async () => {
  const outbox = join(installation.folder, 'outbox');
  const names = (await readdir(outbox).catch(() => [])).filter((name) => name.endsWith('.json'));
  const stored = await Promise.all(names.map((name) => readFile(join(outbox, name), 'utf8')));
  return stored.map((text): { to: { address: string } } => JSON.parse(text)).map(({ to }) => to.address);
};

it(
  'forget the windows of a program that was killed',
  async () => {
    const { owner } = await seedSchool(installation);
    const [first, second] = await startBoth();
    const { id } = await publish(first, owner.token);
    const mine = await follow(first, owner, id);
    const other = await follow(second, owner, id);
    await expect.poll(() => mine.here().length).toBe(2);
    programs[1]?.signal('SIGKILL');
    await expect.poll(() => other.isOver).toBe(true);
    await expect.poll(() => mine.here().map(({ window }) => window), GONE).toEqual([mine.window]);
    mine.leave();
  },
  TIME,
);

it(
  'start together on an empty database and all answer',
  async () => {
    await installation.remove();
    installation = behindBouncer(await emptyInstallation());
    const urls = await Promise.all([start().url, start().url, start().url]);
    for (const url of urls) expect(await statusOf(url + pathOf(serviceRoutes.health))).toBe(200);
  },
  TIME,
);

it(
  'share a port on one machine: one that is killed is started again, and all stop together',
  async () => {
    const METRICS_TOKEN = 'a-token-of-the-operator';
    const program = start({ PROCESSES: '2', METRICS_TOKEN });
    const url = await program.url;
    const pids = () =>
      execFileSync('pgrep', ['-P', String(program.pid)], { encoding: 'utf8' })
        .trim()
        .split('\n');
    const measured = async () => {
      const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
      const text = await (await fetch(`${url}/metrics`, { headers })).text();
      expect(text.match(/^# TYPE inkwell_database_up /gm)).toHaveLength(1);
      return [...text.matchAll(/^inkwell_database_up\{process="(\d)"\} 1$/gm)]
        .map(([, number]) => number)
        .sort();
    };
    expect(await measured()).toEqual(['1', '2']);
    const [killed, kept] = pids();
    process.kill(Number(killed), 'SIGKILL');
    await expect.poll(() => pids().includes(String(killed))).toBe(false);
    // No call is refused meanwhile.
    for (let call = 0; call < 10; call += 1)
      expect(await statusOf(url + pathOf(serviceRoutes.health))).toBe(200);
    await expect.poll(measured).toEqual(['1', '2']);
    expect(pids()).toContain(kept);
    program.signal('SIGTERM');
    const { code, stdout, stderr } = await program.ended;
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: 'Process 1 has ended (SIGKILL). It is started again in 0.5 seconds.\n',
    });
    expect(stdout.match(/is ready/g)).toHaveLength(1);
    expect(stdout).toMatch(/^It runs in 2 processes\.$/m);
    expect(stdout.match(/^Stopping: .*$/gm)).toHaveLength(1);
  },
  TIME,
);

it('share a port on one machine: no caller waits for a process that hangs or is killed', async () => {
  const program = start({ PROCESSES: '2' });
  const url = await program.url;
  const [hanging] = execFileSync('pgrep', ['-P', String(program.pid)], { encoding: 'utf8' }).split('\n');
  process.kill(Number(hanging), 'SIGSTOP');
  // Gives each call a connection of its own.
  const headers = { connection: 'close' };
  const call = async () => (await fetch(url + pathOf(serviceRoutes.health), { headers })).status;
  const calls = Array.from({ length: 40 }, call);
  await Promise.any(calls);
  process.kill(Number(hanging), 'SIGKILL');
  const answers = await Promise.allSettled(calls);
  expect(answers).toEqual(answers.map(() => ({ status: 'fulfilled', value: 200 })));
}, 60_000);

it(
  'show each other’s publishing, unpublishing and rebranding within the promised time',
  async () => {
    const { owner, id: schoolId } = await seedSchool(installation);
    const [first, second] = await startBoth();
    const { id, path } = await publish(first, owner.token);
    expect(await statusOf(second + path)).toBe(200);
    const school = { primary_color: '#a1b2c3' };
    await callProgram(first, owner.token, schoolRoutes.updateSchool, { id: schoolId }, { school });
    await expect.poll(() => textOf(second + path), PROMISED).toContain('#a1b2c3');
    await callProgram(first, owner.token, newsletterRoutes.unpublishNewsletter, { id });
    await expect.poll(() => statusOf(second + path), PROMISED).toBe(404);
    await callProgram(first, owner.token, newsletterRoutes.publishNewsletter, { id });
    await expect.poll(() => statusOf(second + path), PROMISED).toBe(200);
  },
  TIME,
);

it(
  'show unpublishing by the other process even if their clock is set back',
  async () => {
    const { owner } = await seedSchool(installation);
    const mark = join(installation.folder, 'clock-mark');
    const preload = new URL('./processes/clock-back.mjs', import.meta.url).href;
    const wrong = start({ NODE_OPTIONS: `--import=${preload}`, CLOCK_MARK: mark });
    const [first, second] = await Promise.all([start().url, wrong.url]);
    const { id, path } = await publish(first, owner.token);
    expect(await statusOf(second + path)).toBe(200);
    wrong.signal('SIGUSR2');
    await expect.poll(() => existsSync(mark)).toBe(true);
    await callProgram(first, owner.token, newsletterRoutes.unpublishNewsletter, { id });
    await expect.poll(() => statusOf(second + path), PROMISED).toBe(404);
  },
  TIME,
);

it(
  'run each job once, whichever process received the call',
  async () => {
    const urls = await startBoth();
    const people = Array.from({ length: 12 }, (_, at) => `person-${at}@school.example`);
    await Promise.all(
      people.map(async (email, at) => {
        const answer = await fetch(`${urls[at % 2]}/api/v1/authorization/register`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ user: { email } }),
        });
        expect(answer.status).toBe(201);
      }),
    );
    const open = `select count(*)::int as open from pgboss.job where name = 'account_mail' and state <> 'completed'`;
    await expect.poll(async () => (await row(open))?.open).toBe(0);
    expect((await mails()).sort()).toEqual([...people].sort());
  },
  TIME,
);

it(
  'continue a killed process’s delivery to the remaining recipients',
  async () => {
    const READERS = 150;
    const token = await seedSubscribers(installation, READERS);
    const [killed, other] = [start(), start()];
    const id = await beginSending(await killed.url, token);
    await expect.poll(async () => (await mails()).length, { interval: 20 }).toBeGreaterThan(0);
    killed.signal('SIGKILL');
    await killed.ended;
    const url = await other.url;
    const patient = { interval: 200, timeout: 150_000 };
    await expect.poll(async () => (await progressOf(url, token, id)).status, patient).toBe('done');
    const readers = (await mails()).filter((address) => address.endsWith('@home.example'));
    expect(new Set(readers).size).toBe(READERS);
    // Only mails in transit at that moment may arrive twice.
    expect(readers.length).toBeLessThanOrEqual(READERS + 10);
  },
  TIME,
);

it(
  'sweep files concurrently: leftovers go to the trash, files with a row stay, and nothing fails',
  async () => {
    const kept = await seedFiles(installation, 30);
    const config = readConfig(installation.environment);
    const reports: unknown[] = [];
    const contexts = await Promise.all([
      createContext(config, (error) => reports.push(error)),
      createContext(config, (error) => reports.push(error)),
    ]);
    const folder = join(installation.folder, 'files');
    const left: string[] = [];
    try {
      for (let round = 0; round < 10; round += 1) {
        const fresh = Array.from({ length: 20 }, () => newFileKey('application/pdf'));
        left.push(...fresh);
        for (const name of [...fresh, `${newFileKey('application/pdf')}${PARTIAL_FILE_SUFFIX}`]) {
          await writeFile(join(folder, name), '%PDF');
          const old = new Date(Date.now() - 2 * HOUR_MS);
          await utimes(join(folder, name), old, old);
        }
        await Promise.all(contexts.map((context) => sweepFiles(context)));
      }
    } finally {
      for (const { mail, database } of contexts) await Promise.all([mail.close(), database.close()]);
    }
    const days = await readdir(join(folder, 'trash'));
    const trash = await Promise.all(days.map((day) => readdir(join(folder, 'trash', day))));
    expect(trash.flat().sort()).toEqual(left.sort());
    const files = (await readdir(folder)).filter((name) => !['trash', 'installation-id'].includes(name));
    expect(files.sort()).toEqual([...kept].sort());
    expect(reports).toEqual([]);
  },
  TIME,
);

describe('on a server without free connections', () => {
  let postgres: TestPostgres | null;
  const taken: Client[] = [];
  const releaseAll = async () => await Promise.all(taken.splice(0).map((client) => client.end()));
  beforeEach(async () => {
    postgres = await startPostgres({ maxConnections: 20 });
    await installation.remove();
    installation = await emptyInstallation(postgres?.url);
  });
  // Runs before the outer hook, which would fail to drop the database of a stopped server.
  afterEach(async () => {
    await endPrograms();
    await releaseAll();
    await installation.remove();
    await postgres?.stop();
    installation = await migratedInstallation();
  });

  /** Takes all free connections, including those reserved for administrators. */
  async function takeAllConnections(): Promise<void> {
    for (;;) {
      const client = new Client({ connectionString: installation.environment.DATABASE_URL });
      client.on('error', () => undefined);
      try {
        await client.connect();
      } catch (error) {
        if (error instanceof DatabaseError && error.code === '53300') return;
        throw error;
      }
      taken.push(client);
    }
  }

  it(
    'a program uses the connections it has, answers 503 without any, and reports this at its start',
    async () => {
      const { owner } = await seedSchool(installation);
      const url = await start().url;
      const list = () => fetch(url + newslettersPath, { headers: { authorization: owner.token } });
      await takeAllConnections();
      const answers = await Promise.all(Array.from({ length: 12 }, list));
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
      const { code, stderr } = await start().ended;
      expect([code, stderr.trim().split('\n').length]).toEqual([1, 1]);
      expect(stderr).toContain('all of its connections are taken. Give PostgreSQL more (max_connections)');
      const mine = 'select pg_backend_pid() as pid';
      const pids = await Promise.all(taken.map(async (client) => (await client.query(mine)).rows[0].pid));
      const others = `select pg_terminate_backend(pid) from pg_stat_activity where backend_type = 'client backend' and not pid = any($1)`;
      await expect
        .poll(
          async () => {
            await taken[0]?.query(others, [pids]);
            await takeAllConnections();
            for (const client of taken.slice(pids.length)) pids.push((await client.query(mine)).rows[0].pid);
            return (await list()).status;
          },
          { interval: 20 },
        )
        .toBe(503);
      expect(Number((await list()).headers.get('retry-after'))).toBeGreaterThan(0);
      await releaseAll();
      await expect.poll(async () => (await list()).status).toBe(200);
      expect(await statusOf(url + pathOf(serviceRoutes.health))).toBe(200);
    },
    TIME,
  );
});
