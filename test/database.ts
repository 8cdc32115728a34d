import { createHash, randomBytes } from 'node:crypto';
import {
  existsSync,
  linkSync,
  mkdtempSync,
  openAsBlob,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { Client } from 'pg';
import type { Database } from '#server/platform/db/client.ts';
import { openOver } from '#server/platform/db/embedded/embedded.ts';
import { openDatabase } from '#server/platform/db/open-database.ts';
import { PgBossJobs } from '#server/platform/jobs/pg-boss.ts';

/**
 * A fresh, migrated database for a suite; close it at the suite's end. In memory, or on the server TEST_DATABASE_URL
 * when that is set. Either way it is a copy of a template that is made once for each state of the migrations, with
 * the jobs' schema in it as well.
 */
export async function openTestDatabase(): Promise<Database> {
  const server = process.env.TEST_DATABASE_URL;
  return server === undefined ? await openCopy() : await openOnServer(server);
}

/** The same database, which outlives one of those that use it. */
export function sharedDatabase(database: Database): Database {
  return new Proxy(database, {
    get: (target, key) => {
      if (key === 'close') return async () => undefined;
      const member: unknown = Reflect.get(target, key);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
}

/** Every row of every table, as text: what a dump of the database would hold. */
export async function dumpDatabase(database: Database): Promise<string> {
  const { rows } = await database.query(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
  );
  const parts: string[] = [];
  for (const { name } of rows) {
    const found = await database.query(`select row_to_json(each)::text as row from ${String(name)} as each`);
    parts.push(`${String(name)}\n${found.rows.map(({ row }) => String(row)).join('\n')}`);
  }
  return parts.join('\n');
}

/** An engine in memory over the template, for tests that look below the database. */
export async function startTestEngine(): Promise<PGlite> {
  template ??= readTemplate();
  return await PGlite.create({ loadDataDir: await template });
}

/** A data folder in the temporary folder with a migrated database in it; remove it at the end of the test. */
export async function makeDataDir(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'data-'));
  template ??= readTemplate();
  const fs = new NodeFS(join(dataDir, 'database'));
  const pglite = await PGlite.create({ fs, loadDataDir: await template });
  await pglite.close();
  return dataDir;
}

let template: Promise<Blob> | undefined;

async function openCopy(): Promise<Database> {
  return await over(await startTestEngine());
}

async function over(pglite: PGlite): Promise<Database> {
  const exit = (reason: string): never => {
    throw new Error(`The engine of a test gave up: ${reason}`);
  };
  return await openOver({ pglite, hasRoom: () => true, release: () => undefined, exit });
}

// Making one takes seconds, reading it a quarter of one, so it outlives the process in the temporary folder.
async function readTemplate(): Promise<Blob> {
  const file = join(tmpdir(), `database-template-${fingerprint()}.tar`);
  if (!existsSync(file)) await writeTemplate(file);
  return await openAsBlob(file);
}

async function writeTemplate(file: string): Promise<void> {
  const pglite = await PGlite.create();
  const database = await over(pglite);
  await makeJobSchema(database);
  const dump = await pglite.dumpDataDir('none');
  await database.close();
  // Several processes may do this at the same time: each writes its own, and the first one stays, because a file that is
  // replaced can't be read any more by who has opened it as a blob.
  const own = `${file}.${randomBytes(6).toString('hex')}`;
  writeFileSync(own, await dump.bytes());
  try {
    linkSync(own, file);
  } catch (error) {
    if (!existsSync(file)) throw error;
  } finally {
    rmSync(own);
  }
}

async function makeJobSchema(database: Database): Promise<void> {
  const jobs = new PgBossJobs(database, () => undefined);
  await jobs.start();
  await jobs.stop();
}

// Of everything that the template depends on.
function fingerprint(): string {
  const hash = createHash('sha256');
  const at = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));
  const migrations = at('migrations');
  for (const name of readdirSync(migrations)
    .filter((name) => name.endsWith('.sql'))
    .sort()) {
    hash.update(name).update(readFileSync(join(migrations, name)));
  }
  for (const name of ['@electric-sql/pglite', 'pg-boss']) {
    hash.update(readFileSync(at(`node_modules/${name}/package.json`)));
  }
  return hash.digest('hex').slice(0, 16);
}

async function openOnServer(server: string): Promise<Database> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  const source = `template_${fingerprint()}`;
  await onServer(server, async (client) => {
    // One process makes the template, the others wait.
    await client.query('select pg_advisory_lock(7133002)');
    const { rowCount } = await client.query('select from pg_database where datname = $1', [source]);
    if (rowCount === 0) await makeServerTemplate(server, client, source);
    await client.query('select pg_advisory_unlock(7133002)');
    await client.query(`create database ${name} template ${source}`);
  });
  const database = await openDatabase({ url: urlOf(server, name) });
  const close = database.close.bind(database);
  return Object.assign(database, {
    close: async () => {
      await close();
      await onServer(server, (client) => client.query(`drop database ${name} with (force)`));
    },
  });
}

async function makeServerTemplate(server: string, client: Client, name: string): Promise<void> {
  const unfinished = `${name}_new`;
  await client.query(`drop database if exists ${unfinished} with (force)`);
  await client.query(`create database ${unfinished}`);
  const database = await openDatabase({ url: urlOf(server, unfinished) });
  await makeJobSchema(database);
  await database.close();
  await client.query(`alter database ${unfinished} rename to ${name}`);
}

async function onServer(server: string, work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: server });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

function urlOf(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}
