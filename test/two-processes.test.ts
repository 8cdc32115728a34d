import { existsSync } from 'node:fs';
import { readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client, DatabaseError } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newsletterRoutes } from '#contract/newsletters.ts';
import { pathOf } from '#contract/route.ts';
import { schoolRoutes } from '#contract/school.ts';
import { serviceRoutes } from '#contract/service.ts';
import { HOUR_MS } from '#newsletter/values/durations.ts';
import { readConfig } from '#server/config.ts';
import { createContext } from '#server/create-context.ts';
import { LEFTOVERS_AT_MOST, sweepFiles } from '#server/features/attachments/storage/sweep.ts';
import { HALF_WRITTEN, newFileKey } from '#server/platform/files/files.ts';
import { startPostgres, type TestPostgres } from './postgres.ts';
import { type Program, startProgram } from './program.ts';
import { emptyPlace, type Place, seedFiles, seedSchool } from './seed.ts';
import { beginSending, callProgram, progressOf, seedSubscribers } from './sending.ts';

/**
 * Two processes of the program on one PostgreSQL and one DATA_DIR, as behind a load balancer (accidents R21, R23). Runs in
 * the half of the tests that has a server: see vitest.config.ts.
 */

const newslettersPath = pathOf(newsletterRoutes.listNewsletters);

/** What is taken down is gone everywhere after a minute, of which a browser may take half. */
const PROMISED = { interval: 100, timeout: 30_000 };
const TIME = 240_000;

let place: Place;
let programs: Program[];
beforeEach(async () => {
  place = await emptyPlace();
  programs = [];
});
afterEach(async () => {
  await endPrograms();
  await place.remove();
});

async function endPrograms(): Promise<void> {
  for (const program of programs) program.signal('SIGKILL');
  for (const program of programs) await program.ended;
}

function start(environment: Readonly<Record<string, string>> = {}): Program {
  const program = startProgram({ ...place.environment, ...environment });
  programs.push(program);
  return program;
}

async function startBoth(): Promise<readonly [string, string]> {
  return await Promise.all([start().url, start().url]);
}

/** A row of the database that both use. */
async function row(text: string): Promise<Record<string, unknown> | undefined> {
  const client = new Client({ connectionString: place.environment.DATABASE_URL });
  await client.connect();
  try {
    return (await client.query(text)).rows[0];
  } finally {
    await client.end();
  }
}

/** Publishes a newsletter; resolves to its id and the path of its page. */
async function publish(url: string, token: string, title = 'Harvest') {
  const news_letter = { title, layout_type: 'one_column' };
  const made = await callProgram(url, token, newsletterRoutes.createNewsletter, {}, { news_letter });
  const { id } = newsletterRoutes.createNewsletter.reply.parse(made).news_letter.data;
  const done = await callProgram(url, token, newsletterRoutes.publishNewsletter, { id });
  const { slug } = newsletterRoutes.publishNewsletter.reply.parse(done).news_letter.data.attributes;
  return { id, path: `/published/${slug}` };
}

const statusOf = async (address: string) => (await fetch(address)).status;
const textOf = async (address: string) => await (await fetch(address)).text();
const mails = async () => {
  const outbox = join(place.folder, 'outbox');
  const names = (await readdir(outbox).catch(() => [])).filter((name) => name.endsWith('.json'));
  const stored = await Promise.all(names.map((name) => readFile(join(outbox, name), 'utf8')));
  return stored.map((text): { to: { address: string } } => JSON.parse(text)).map(({ to }) => to.address);
};

it(
  'start together on an empty database: both come up, and both answer',
  async () => {
    const urls = await Promise.all([start().url, start().url, start().url]);
    for (const url of urls) expect(await statusOf(url + pathOf(serviceRoutes.health))).toBe(200);
  },
  TIME,
);

it(
  'each shows in its promised time what was published, unpublished and rebranded by the other',
  async () => {
    const { owner, id: schoolId } = await seedSchool(place);
    const [near, far] = await startBoth();
    const { id, path } = await publish(near, owner.token);
    expect(await statusOf(far + path)).toBe(200);
    const school = { primary_color: '#a1b2c3' };
    await callProgram(near, owner.token, schoolRoutes.updateSchool, { id: schoolId }, { school });
    await expect.poll(() => textOf(far + path), PROMISED).toContain('#a1b2c3');
    await callProgram(near, owner.token, newsletterRoutes.unpublishNewsletter, { id });
    await expect.poll(() => statusOf(far + path), PROMISED).toBe(404);
    await callProgram(near, owner.token, newsletterRoutes.publishNewsletter, { id });
    await expect.poll(() => statusOf(far + path), PROMISED).toBe(200);
  },
  TIME,
);

it(
  'one whose clock is set back an hour takes down what the other one has unpublished',
  async () => {
    const { owner } = await seedSchool(place);
    const mark = join(place.folder, 'clock-mark');
    const preload = new URL('./processes/clock-back.mjs', import.meta.url).href;
    const wrong = start({ NODE_OPTIONS: `--import=${preload}`, CLOCK_MARK: mark });
    const [near, far] = await Promise.all([start().url, wrong.url]);
    const { id, path } = await publish(near, owner.token);
    expect(await statusOf(far + path)).toBe(200);
    wrong.signal('SIGUSR2');
    await expect.poll(() => existsSync(mark)).toBe(true);
    await callProgram(near, owner.token, newsletterRoutes.unpublishNewsletter, { id });
    await expect.poll(() => statusOf(far + path), PROMISED).toBe(404);
  },
  TIME,
);

it(
  'do each job once, whichever of them was asked',
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
  'one that is killed leaves its sending to the other, which mails who is left',
  async () => {
    const READERS = 150;
    const token = await seedSubscribers(place, READERS);
    const [doomed, other] = [start(), start()];
    const id = await beginSending(await doomed.url, token);
    await expect.poll(async () => (await mails()).length, { interval: 20 }).toBeGreaterThan(0);
    doomed.signal('SIGKILL');
    await doomed.ended;
    const url = await other.url;
    const patient = { interval: 200, timeout: 150_000 };
    await expect.poll(async () => (await progressOf(url, token, id)).status, patient).toBe('done');
    const readers = (await mails()).filter((address) => address.endsWith('@home.example'));
    expect(new Set(readers).size).toBe(READERS);
    // Only what was on its way at that moment may come twice.
    expect(readers.length).toBeLessThanOrEqual(READERS + 10);
  },
  TIME,
);

it(
  'sweep the files at once: each leftover goes to the trash once, what has a row stays, and no error is met',
  async () => {
    const kept = await seedFiles(place, 30);
    const config = readConfig(place.environment);
    const reports: unknown[] = [];
    const houses = await Promise.all([
      createContext(config, (error) => reports.push(error)),
      createContext(config, (error) => reports.push(error)),
    ]);
    const folder = join(place.folder, 'files');
    const left: string[] = [];
    try {
      for (let round = 0; round < 10; round += 1) {
        const fresh = Array.from({ length: LEFTOVERS_AT_MOST }, () => newFileKey('application/pdf'));
        left.push(...fresh);
        for (const name of [...fresh, `${newFileKey('application/pdf')}${HALF_WRITTEN}`]) {
          await writeFile(join(folder, name), '%PDF');
          const old = new Date(Date.now() - 2 * HOUR_MS);
          await utimes(join(folder, name), old, old);
        }
        await Promise.all(houses.map((context) => sweepFiles(context)));
      }
    } finally {
      for (const { mail, database } of houses) await Promise.all([mail.close(), database.close()]);
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

describe('on a server that has no connection free', () => {
  let postgres: TestPostgres | null;
  const taken: Client[] = [];
  const giveBack = async () => await Promise.all(taken.splice(0).map((client) => client.end()));
  beforeEach(async () => {
    postgres = await startPostgres({ maxConnections: 20 });
    await place.remove();
    place = await emptyPlace(postgres?.url);
  });
  // The hook for all tests would remove the database of a server that has stopped.
  afterEach(async () => {
    await endPrograms();
    await giveBack();
    await place.remove();
    await postgres?.stop();
    place = await emptyPlace();
  });

  /** Takes every connection that is free, also those that are kept for administrators. */
  async function takeAll(): Promise<void> {
    for (;;) {
      const client = new Client({ connectionString: place.environment.DATABASE_URL });
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
    'work goes on with what a program has, callers are told to come back where it has none, and a start says it',
    async () => {
      const { owner } = await seedSchool(place);
      const url = await start().url;
      const list = () => fetch(url + newslettersPath, { headers: { authorization: owner.token } });
      await takeAll();
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
            await takeAll();
            for (const client of taken.slice(pids.length)) pids.push((await client.query(mine)).rows[0].pid);
            return (await list()).status;
          },
          { interval: 20 },
        )
        .toBe(503);
      expect(Number((await list()).headers.get('retry-after'))).toBeGreaterThan(0);
      await giveBack();
      await expect.poll(async () => (await list()).status).toBe(200);
      expect(await statusOf(url + pathOf(serviceRoutes.health))).toBe(200);
    },
    TIME,
  );
});
