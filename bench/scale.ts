import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { dashboardRoutes } from '#contract/dashboard.ts';
import { newsletterRoutes } from '#contract/newsletters.ts';
import type { Route } from '#contract/route.ts';
import { startPostgres } from '#test/postgres.ts';
import { emptyInstallation, type TestInstallation } from '#test/seed.ts';
import { beginSending, callProgram, progressOf, seedSubscribers } from '#test/sending.ts';
import { startSmtpSink } from '#test/smtp-sink.ts';
import { withServer } from './parts/engines.ts';
import { hundredBlocks } from './parts/hundred-blocks.ts';
import { memoryOf } from './parts/memory.ts';
import { cpuOf, cpuOfServer } from './parts/processor-time.ts';
import {
  ACTIONS,
  COUNTRY,
  type Cost,
  type Costs,
  coresOf,
  ratesOf,
  storedInAYear,
} from './parts/scale-model.ts';
import { startBuilt } from './parts/start-built.ts';

const MAILS = 3000;
const BLOCKS = 20;
const DRAFTS = 20;
/** The numbers of calls before the measurement, and of those whose CPU is measured. */
const WARM = 40;
const CALLS = 150;
const PAGES = 4000;
const AT_ONCE = 2;

interface Measured {
  readonly costs: Costs;
  /** The program's peak memory, in MB. */
  readonly memory: number;
  /** The size of a recipient's row with its indexes, in bytes. */
  readonly recipient: number;
}

/** A running program, and the CPU that it and its database have used so far. */
interface Driven {
  readonly url: string;
  call(row: Route, params?: Readonly<Record<string, string>>, body?: unknown): Promise<unknown>;
  taken(): Promise<Cost>;
}

/**
 * The needs of a country's busiest hour, from the CPU of each call on PostgreSQL. CPU hardly depends on the machine's other
 * work. See docs/scale.md.
 */
export default async function measure() {
  const postgres = await startPostgres();
  if (postgres === null) throw new Error('This needs PostgreSQL');
  try {
    return rowsOf(await withServer(postgres.url, () => measureOn(postgres.url)));
  } finally {
    await postgres.stop();
  }
}

async function measureOn(server: string): Promise<Measured> {
  const place = await emptyInstallation();
  const sink = await startSmtpSink({ keepSources: false });
  const token = await seedSubscribers(place, MAILS);
  const program = startBuilt({ ...place.environment, SMTP_URL: sink.url });
  try {
    const url = await program.url;
    const driven: Driven = {
      url,
      call: (row, params = {}, body) => callProgram(url, token, row, params, body),
      taken: async () => ({ program: await cpuOf(program.pid), database: await cpuOfServer(server) }),
    };
    const calls = await costsOfCalls(driven);
    const mail = await costOf(driven, () => sendToAll(url, token), { calls: 1, counts: MAILS });
    const memory = (await memoryOf(program)).most;
    return { costs: { ...calls, mail }, memory, recipient: await bytesOfRecipient(place.environment) };
  } finally {
    program.signal('SIGTERM');
    await program.ended;
    await sink.close();
    await place.remove();
  }
}

async function costsOfCalls(driven: Driven): Promise<Omit<Costs, 'mail'>> {
  const { url, call } = driven;
  const code = hundredBlocks().slice(0, BLOCKS);
  const draft = { title: 'Autumn news', layout_type: 'one_column', code };
  const ids: string[] = [];
  for (let made = 0; made < DRAFTS; made += 1) {
    const reply = await call(newsletterRoutes.createNewsletter, {}, { news_letter: draft });
    ids.push(newsletterRoutes.createNewsletter.reply.parse(reply).news_letter.data.id);
  }
  let turn = 0;
  const next = () => {
    turn += 1;
    return { id: ids[turn % ids.length] ?? '' };
  };
  const publish = () => call(newsletterRoutes.publishNewsletter, next());
  const { news_letter } = newsletterRoutes.publishNewsletter.reply.parse(await publish());
  const page = `${url}/published/${news_letter.data.attributes.slug}`;
  const save = () =>
    call(newsletterRoutes.updateNewsletter, next(), { news_letter: { title: `Week ${turn}`, code } });
  return {
    save: await costOf(driven, save),
    publish: await costOf(driven, publish),
    open: await costOf(driven, () => call(newsletterRoutes.getNewsletter, next())),
    list: await costOf(driven, () => call(newsletterRoutes.listNewsletters)),
    dashboard: await costOf(driven, () => call(dashboardRoutes.dashboard)),
    page: await costOf(driven, () => read(page), { warm: WARM, calls: PAGES }),
  };
}

async function read(page: string): Promise<void> {
  const answer = await fetch(page, { headers: { 'accept-encoding': 'br' } });
  await answer.arrayBuffer();
}

async function sendToAll(url: string, token: string): Promise<void> {
  const id = await beginSending(url, token);
  while ((await progressOf(url, token, id)).waiting > 0) await wait(500);
}

/** The CPU of one of `counts` (by default, one call). */
async function costOf(
  { taken }: Driven,
  work: () => Promise<unknown>,
  { warm = 0, calls, counts = calls }: Work = { warm: WARM, calls: CALLS },
): Promise<Cost> {
  await repeat(work, warm);
  const before = await taken();
  await repeat(work, calls);
  const after = await taken();
  return {
    program: (after.program - before.program) / counts,
    database: (after.database - before.database) / counts,
  };
}

interface Work {
  readonly warm?: number;
  readonly calls: number;
  readonly counts?: number;
}

async function repeat(work: () => Promise<unknown>, times: number): Promise<void> {
  let left = times;
  const worker = async () => {
    while (left > 0) {
      left -= 1;
      await work();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

async function bytesOfRecipient({ DATABASE_URL }: TestInstallation['environment']): Promise<number> {
  const client = new Client({ connectionString: DATABASE_URL });
  await client.connect();
  const { rows } = await client.query<{ bytes: number }>(
    `select pg_total_relation_size('delivery_recipients')::float8 / count(*) as bytes from delivery_recipients`,
  );
  await client.end();
  return rows[0]?.bytes ?? Number.NaN;
}

function rowsOf({ costs, memory, recipient }: Measured) {
  const rates = ratesOf(COUNTRY);
  const cores = coresOf(costs, COUNTRY);
  const stored = storedInAYear(COUNTRY);
  return [
    ...ACTIONS.flatMap((action) => [
      { name: `${action}: CPU of the program`, value: costs[action].program, unit: 'ms' },
      { name: `${action}: CPU of the database`, value: costs[action].database, unit: 'ms' },
      { name: `${action}: at the busiest`, value: rates[action], unit: 'a second' },
    ]),
    { name: 'cores for the program', value: sum(cores.map(({ program }) => program)), unit: 'cores' },
    { name: 'cores for the database', value: sum(cores.map(({ database }) => database)), unit: 'cores' },
    { name: 'most memory of the program', value: memory, unit: 'MB' },
    { name: 'a recipient, with its indexes', value: recipient, unit: 'bytes' },
    { name: 'files in a year', value: stored.files, unit: 'TB' },
    { name: 'rows in a year', value: stored.rows, unit: 'TB' },
  ];
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
