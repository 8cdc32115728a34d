import { createHash, randomBytes } from 'node:crypto';
import {
  cpSync,
  existsSync,
  linkSync,
  mkdtempSync,
  openAsBlob,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { Client } from 'pg';
import type { Database } from '#server/platform/db/client.ts';
import { databaseOnEngine } from '#server/platform/db/embedded/embedded.ts';
import type { Engine } from '#server/platform/db/embedded/engine.ts';
import { PgliteEngine } from '#server/platform/db/embedded/pglite-engine.ts';
import { openDatabase } from '#server/platform/db/open-database.ts';
import { PgBossJobs } from '#server/platform/jobs/pg-boss.ts';
import { openOnUsedEngine } from './used-engines.ts';

/**
 * Opens a fresh, migrated database: in memory, or on the server TEST_DATABASE_URL if that is set. Close it at the end of
 * the suite. It is a copy of a template, which includes the job schema and is made once for each state of the migrations.
 */
export async function openTestDatabase(): Promise<Database> {
  const server = process.env.TEST_DATABASE_URL;
  return server === undefined ? await openOnUsedEngine(startTestEngine) : await openOnServer(server);
}

/** The same database, but `close` has no effect, for use by several apps. */
export function sharedDatabase(database: Database): Database {
  return new Proxy(database, {
    get: (target, key) => {
      if (key === 'close') return async () => undefined;
      const member: unknown = Reflect.get(target, key);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
}

/** All rows of all tables, as text. */
export async function dumpDatabase(database: Database): Promise<string> {
  const parts: string[] = [];
  for (const name of await tablesOf(database)) {
    const found = await database.query(`select row_to_json(each)::text as row from ${name} as each`);
    parts.push(`${name}\n${found.rows.map(({ row }) => String(row)).join('\n')}`);
  }
  return parts.join('\n');
}

/** A hash of the rows of each table, to see whether a call has changed any: all rows as text take many times as long. */
export async function hashTables(database: Database): Promise<Readonly<Record<string, unknown>>> {
  const hashes = (await tablesOf(database)).map(
    (name) =>
      `select '${name}' as name, sum(hashtextextended(each::text, 0))::text as hash from ${name} as each`,
  );
  const { rows } = await database.query(hashes.join(' union all '));
  return Object.fromEntries(rows.map(({ name, hash }) => [String(name), hash]));
}

async function tablesOf(database: Database): Promise<readonly string[]> {
  const { rows } = await database.query(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
  );
  return rows.map(({ name }) => String(name));
}

/** Starts an engine in memory from the template, for tests below the level of `Database`. */
export async function startTestEngine(): Promise<Engine> {
  template ??= readTemplate();
  const engine = new PgliteEngine(await PGlite.create({ loadDataDir: await template }), gaveUp);
  return {
    // The engine runs in this thread: a test that polls it would otherwise hold up all timers.
    run: async (messages) => {
      const answer = await engine.run(messages);
      await nextTurn();
      return answer;
    },
    close: () => engine.close(),
  };
}

/** Throws where the program would end, because its engine has crashed. */
function gaveUp(reason: string): never {
  throw new Error(`The engine of a test gave up: ${reason}`);
}

/** Creates a temporary data folder with a migrated database, as a copy. Remove it at the end of the test. */
export async function makeDataDir(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'data-'));
  folderTemplate ??= makeFolderTemplate();
  cpSync(await folderTemplate, join(dataDir, 'database'), { recursive: true });
  return dataDir;
}

let folderTemplate: Promise<string> | undefined;

// Unpacking and starting an engine for it takes a second, copying a tenth of one.
async function makeFolderTemplate(): Promise<string> {
  const folder = join(tmpdir(), `database-template-${fingerprint()}`);
  if (existsSync(folder)) return folder;
  template ??= readTemplate();
  const ownFolder = `${folder}.${randomBytes(6).toString('hex')}`;
  const pglite = await PGlite.create({ fs: new NodeFS(ownFolder), loadDataDir: await template });
  await pglite.close();
  try {
    renameSync(ownFolder, folder);
  } catch (error) {
    // Another process was faster: a folder is not renamed onto a full one.
    rmSync(ownFolder, { recursive: true });
    if (!existsSync(folder)) throw error;
  }
  return folder;
}

let template: Promise<Blob> | undefined;

// Creating the template takes seconds and reading it a quarter of one, so it is kept in the temporary folder.
async function readTemplate(): Promise<Blob> {
  const file = join(tmpdir(), `database-template-${fingerprint()}.tar`);
  if (!existsSync(file)) await writeTemplate(file);
  return await openAsBlob(file);
}

async function writeTemplate(file: string): Promise<void> {
  const pglite = await PGlite.create();
  const database = databaseOnEngine({
    engine: new PgliteEngine(pglite, gaveUp),
    hasDiskSpace: () => true,
  });
  await database.migrate();
  await makeJobSchema(database);
  const dump = await pglite.dumpDataDir('none');
  await database.close();
  // Several processes may do this at the same time. Each writes its own file and the first one stays, because
  // replacing a file breaks blobs that are open on it.
  const ownFile = `${file}.${randomBytes(6).toString('hex')}`;
  writeFileSync(ownFile, await dump.bytes());
  try {
    linkSync(ownFile, file);
  } catch (error) {
    if (!existsSync(file)) throw error;
  } finally {
    rmSync(ownFile);
  }
}

async function makeJobSchema(database: Database): Promise<void> {
  const jobs = new PgBossJobs(database, () => undefined);
  await jobs.start();
  await jobs.stop();
}

// A hash of everything that the template depends on.
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

// A busy machine may be slow, which is no failure.
const QUEUE_TIMEOUT_MS = 120_000;

async function openOnServer(server: string): Promise<Database> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await copyOnServer(server, name);
  const database = await openDatabase({ url: urlOf(server, name), queueTimeoutMs: QUEUE_TIMEOUT_MS });
  const close = database.close.bind(database);
  return Object.assign(database, {
    close: async () => {
      await close();
      await onServer(server, (client) => client.query(`drop database ${name} with (force)`));
    },
  });
}

/** Creates a migrated database on a server, as a copy. Drop it at the end of the test. */
export async function copyOnServer(server: string, name: string): Promise<void> {
  const source = `template_${fingerprint()}`;
  await onServer(server, async (client) => {
    // One process creates the template while others wait.
    await client.query('select pg_advisory_lock(7133002)');
    const { rowCount } = await client.query('select from pg_database where datname = $1', [source]);
    if (rowCount === 0) await makeServerTemplate(server, client, source);
    await client.query('select pg_advisory_unlock(7133002)');
    await client.query(`create database ${name} template ${source} ${await asFiles(client)}`);
  });
}

// Copied as files it takes half the time of a copy through the log, which PostgreSQL makes by default from version 15 on.
async function asFiles(client: Client): Promise<string> {
  const { rows } = await client.query("select current_setting('server_version_num')::int >= 150000 as has");
  return rows[0].has === true ? 'strategy file_copy' : '';
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

/** Runs statements on a server, outside of the databases of tests. */
export async function onServer(server: string, work: (client: Client) => Promise<unknown>): Promise<void> {
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
