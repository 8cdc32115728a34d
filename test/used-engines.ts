import { Client } from 'pg';
import type { Database } from '#server/platform/db/client.ts';
import { Backend } from '#server/platform/db/embedded/backend.ts';
import { BackendStream } from '#server/platform/db/embedded/backend-stream.ts';
import { databaseOnEngine } from '#server/platform/db/embedded/embedded.ts';
import type { Engine } from '#server/platform/db/embedded/engine.ts';

/** The most engines that wait for their next use; each takes some 200 MB. */
const WAITING_MOST = 2;
/** The most uses of an engine, because its memory only grows. */
const USES_MOST = 40;

const waiting: UsedEngine[] = [];

/**
 * Opens a fresh database on an engine that another test has left, or on one that `start` makes from the template: emptying tables
 * takes a tenth of the time. An engine is not used again if a test has changed its schema, or rows of the template.
 */
export async function openOnUsedEngine(start: () => Promise<Engine>): Promise<Database> {
  const engine = waiting.pop() ?? (await startUsedEngine(await start()));
  return await engine.open();
}

interface UsedEngine {
  open(): Promise<Database>;
}

async function startUsedEngine(started: Engine): Promise<UsedEngine> {
  const backend = new Backend(started, () => true);
  const client = new Client({ stream: () => new BackendStream(backend) });
  await client.connect();
  const text = async (sql: string) => String((await client.query(sql)).rows[0]?.text);
  const template = await fullTables(client);
  const templateRows = await text(rowsOf(template));
  const sequences = await sequencesOf(client);
  let uses = 0;

  /** Empties the engine; says whether it is then as before the use that began with this schema. */
  const empty = async (schema: string): Promise<boolean> => {
    await client.query(RESET_SESSION);
    if ((await text(SCHEMA)) !== schema || (await text(rowsOf(template))) !== templateRows) return false;
    const used = (await fullTables(client)).filter((table) => !template.includes(table));
    // Without triggers, the order of the tables does not matter.
    const deletions = used.map((table) => `delete from ${table};`).join('');
    await client.query(
      `set session_replication_role = replica; ${deletions} set session_replication_role = origin`,
    );
    if (used.length > 0) await client.query(`vacuum ${used.join(', ')}`);
    await resetSequences(client, sequences);
    return true;
  };

  const open = async (): Promise<Database> => {
    let schema = '';
    const close = async () => {
      uses += 1;
      const again = uses < USES_MOST && waiting.length < WAITING_MOST;
      if (again && (await empty(schema).catch(() => false))) waiting.push({ open });
      else await started.close();
    };
    const engine: Engine = { run: (messages) => started.run(messages), close };
    const database = databaseOnEngine({ engine, hasDiskSpace: () => true });
    await database.migrate();
    schema = await text(SCHEMA);
    return database;
  };
  return { open };
}

/** The tables that have rows. */
async function fullTables(client: Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
  );
  const found = await client.query<{ name: string }>(
    rows.map(({ name }) => `(select '${name}' as name from ${name} limit 1)`).join(' union all '),
  );
  return found.rows.map(({ name }) => name);
}

const rowsOf = (tables: readonly string[]) =>
  `select md5(concat(${tables.map((table) => `(select string_agg(t::text, '|' order by t::text) from ${table} t)`).join(', ')})) as text`;

// All that `discard all` does, except for the prepared statements: they are the engine's own.
const RESET_SESSION = `close all; set session authorization default; reset all; unlisten *; select pg_advisory_unlock_all();
  discard plans; discard temp; discard sequences`;

// Everything that a test may change besides rows. Columns come first, because there are most of them.
const SCHEMA = `select md5(string_agg(each, '|' order by each)) as text from (
  select a::text as each from pg_attribute a where attrelid >= 16384
  union all select c::text from pg_class c where oid >= 16384
  union all select c::text from pg_constraint c where oid >= 16384
  union all select i::text from pg_index i where indexrelid >= 16384
  union all select t::text from pg_trigger t
  union all select p::text from pg_policy p
  union all select p::text from pg_proc p where oid >= 16384
  union all select r::text from pg_roles r
  union all select m::text from pg_auth_members m
  union all select s::text from pg_db_role_setting s
  union all select d.datname from pg_database d
  union all select n::text from pg_namespace n
) as parts`;

/** Sequences that have given a number, and the last one. */
async function sequencesOf(client: Client): Promise<ReadonlyMap<string, string>> {
  const { rows } = await client.query<{ name: string; last: string }>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value as last
      from pg_sequences where last_value is not null`,
  );
  return new Map(rows.map(({ name, last }) => [name, last]));
}

async function resetSequences(client: Client, template: ReadonlyMap<string, string>): Promise<void> {
  for (const [name, last] of await sequencesOf(client)) {
    const first = template.get(name);
    if (first === undefined) await client.query(`alter sequence ${name} restart`);
    else if (first !== last) await client.query('select setval($1::regclass, $2)', [name, first]);
  }
}
