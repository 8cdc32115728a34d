import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { newsletterRoutes } from '#contract/newsletters.ts';
import { pathOf } from '#contract/route.ts';
import { schoolRoutes } from '#contract/school.ts';
import { serviceRoutes } from '#contract/service.ts';
import { type Program, startProgram } from './program.ts';
import { emptyPlace, type Place, seedSchool } from './seed.ts';
import { beginSending, callProgram, progressOf, seedSubscribers } from './sending.ts';

/**
 * Two processes of the program on one PostgreSQL and one DATA_DIR, as behind a load balancer (threats R21, R23). Runs in
 * the half of the tests that has a server: see vitest.config.ts.
 */

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
  for (const program of programs) program.signal('SIGKILL');
  for (const program of programs) await program.ended;
  await place.remove();
});

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
