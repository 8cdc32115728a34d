import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { Backend } from '#server/platform/db/embedded/backend.ts';
import { BackendStream } from '#server/platform/db/embedded/backend-stream.ts';
import { openTestDatabase, startTestEngine } from '#test/database.ts';
import { migrate } from './migrate.ts';

// The first three migrations: roles, the first tables, their grants.
const OLDEST = 3;
const MIGRATIONS = new URL('../../../../migrations/', import.meta.url);

// Raw connections to one database, on either engine.
let connect: () => Promise<Client>;
let close: () => Promise<void>;

beforeAll(async () => {
  const server = process.env.TEST_DATABASE_URL;
  const options = server === undefined ? await embedded() : await onServer(server);
  connect = async () => {
    const client = new Client(options);
    await client.connect();
    return client;
  };
});
afterAll(() => close());

async function embedded() {
  const backend = new Backend(await startTestEngine(), () => true);
  close = () => backend.close();
  return { stream: () => new BackendStream(backend) };
}

async function onServer(server: string) {
  const database = await openTestDatabase();
  close = () => database.close();
  const { rows } = await database.query('select current_database() as name');
  const url = new URL(server);
  url.pathname = `/${rows[0]?.name}`;
  return { connectionString: url.href };
}

async function state(client: Client): Promise<unknown> {
  const applied = await client.query('select * from drizzle.__drizzle_migrations order by id');
  const columns = await client.query(
    `select table_name, column_name, data_type, column_default from information_schema.columns
      where table_schema = 'public' order by 1, 2`,
  );
  return [applied.rows, columns.rows];
}

test('the last migration alone has a snapshot, from which the next is written', () => {
  const last = readdirSync(MIGRATIONS).findLast((name) => name.endsWith('.sql'));
  const kept = readdirSync(new URL('meta/', MIGRATIONS)).filter((name) => name.endsWith('_snapshot.json'));
  expect(kept).toEqual([`${last?.slice(0, 4)}_snapshot.json`]);
});

test('processes that start together migrate once, and later ones change nothing', async () => {
  const [first, second] = [await connect(), await connect()];
  await first.query('drop schema public cascade; drop schema drizzle cascade; create schema public');
  await Promise.all([migrate(first), migrate(second)]);
  const migrated = await state(first);
  await migrate(second);
  expect(await state(second)).toEqual(migrated);
  await Promise.all([first.end(), second.end()]);
});

test('migrations keep the rows of an older version and give new columns their defaults', async () => {
  const client = await connect();
  await client.query('drop schema public cascade; drop schema drizzle cascade; create schema public');
  await migrate(client, OLDEST);
  const ids = { school: randomUUID(), newsletter: randomUUID(), subscriber: randomUUID() };
  const code = [{ name: 'a', type: 'heading', value: { text: 'Bring a hat' } }];
  await client.query(
    `insert into schools (id, name, email, phone) values ($1, 'Elm', 'o@elm.example', '1')`,
    [ids.school],
  );
  await client.query(
    `insert into newsletters (id, school_id, title, layout_type, code) values ($1, $2, 'News', 'one_column', $3)`,
    [ids.newsletter, ids.school, JSON.stringify(code)],
  );
  await client.query(
    `insert into subscribers (id, school_id, first_name, last_name, email) values ($1, $2, 'A', 'B', 'a@b.example')`,
    [ids.subscriber, ids.school],
  );
  const before = await rowsOf(client);
  await migrate(client);
  const after = await rowsOf(client);
  expect(after).toMatchObject(before);
  expect(after).toMatchObject({ newsletters: [{ code, code_version: 1 }] });
  await client.end();
});

async function rowsOf(client: Client) {
  const [schools, newsletters, subscribers] = await Promise.all(
    ['schools', 'newsletters', 'subscribers'].map(
      async (table) => (await client.query(`select * from ${table}`)).rows,
    ),
  );
  return { schools, newsletters, subscribers };
}

test('every table with a school_id has row-level security', async () => {
  const client = await connect();
  const { rows } = await client.query(
    `select c.relname as name, c.relrowsecurity and exists (select from pg_policy p where p.polrelid = c.oid) as "hasRowSecurity"
      from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attname = 'school_id'`,
  );
  expect(rows.length).toBeGreaterThanOrEqual(6);
  expect(rows.filter(({ hasRowSecurity }) => hasRowSecurity !== true)).toEqual([]);
  await client.end();
});

/** The tenant role's privileges, and the row-level security of all tables. */
async function accessIn(client: Client): Promise<unknown> {
  const rights = await client.query(
    `select relname, (aclexplode(relacl)).privilege_type from pg_class
      where relnamespace = 'public'::regnamespace and relacl::text like '%app_tenant=%' order by 1, 2`,
  );
  const rowSecurity = await client.query(
    `select relname, relrowsecurity from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
  );
  const policies = await client.query('select * from pg_policies order by tablename, policyname');
  const schema = await client.query(`select has_schema_privilege('app_tenant', 'public', 'usage')`);
  return [rights.rows, rowSecurity.rows, policies.rows, schema.rows];
}

test('restores lost privileges and policies at the next start, as the migrations define them', async () => {
  const client = await connect();
  const initial = await accessIn(client);
  // The state after restoring a dump on a server without the role.
  await client.query('drop owned by app_tenant');
  await client.query('alter table newsletters disable row level security');
  expect(await accessIn(client)).not.toEqual(initial);
  await migrate(client);
  expect(await accessIn(client)).toEqual(initial);
  await client.end();
});

test('a start with nothing to restore changes nothing and locks no table', async () => {
  const [busy, client] = [await connect(), await connect()];
  const initial = await accessIn(client);
  if (process.env.TEST_DATABASE_URL !== undefined)
    await busy.query('begin; lock table newsletters in row exclusive mode');
  await migrate(client);
  expect(await accessIn(client)).toEqual(initial);
  await busy.query('rollback');
  await Promise.all([busy.end(), client.end()]);
});

test.each(['updated_at desc, id desc', 'created_at desc, id desc', 'lower(title), id'])(
  'lists newsletters by %s from an index',
  async (order) => {
    const client = await connect();
    await client.query('begin; set local enable_seqscan = off; set local enable_bitmapscan = off');
    const { rows } = await client.query(
      `explain select id from newsletters where school_id = '${randomUUID()}' order by ${order} limit 10`,
    );
    await client.query('rollback');
    expect(JSON.stringify(rows)).toContain('newsletters_by_');
    expect(JSON.stringify(rows)).not.toContain('Sort');
    await client.end();
  },
);

describe('migrations take nothing away from a program that runs beside the newer one', () => {
  // Changes that break a running older program; on tables that the same migration creates they break nothing.
  const BREAKING =
    /^\s*(?:drop (?:table|schema|view|type)|alter table .*\b(?:drop column|rename|set not null|set data type|add column (?!.*\b(?:default|generated always as)\b).*\bnot null)|alter (?:table|type) .*\brename\b)/im;
  /** The last migration before this rule existed. */
  const BEFORE = '0057';
  const names = readdirSync(MIGRATIONS).filter((name) => name.endsWith('.sql') && name.slice(0, 4) > BEFORE);

  it('or say which one they need', async () => {
    for (const name of names) {
      const text = readFileSync(new URL(name, MIGRATIONS), 'utf8');
      const made = [...text.matchAll(/create table "(\w+)"/gi)].map(([, table]) => `"${table}"`);
      const breaking = text
        .split('--> statement-breakpoint')
        .find((each) => BREAKING.test(each) && !made.some((table) => each.includes(table)));
      const needed = /^-- Needs programs of migration (\d{4}) or later\.$/m.exec(text)?.[1];
      if (needed === undefined) expect(`${name}: ${breaking ?? 'nothing'}`).toBe(`${name}: nothing`);
      // The release that stopped using it must be earlier than this one.
      else expect(Number(needed)).toBeLessThan(Number(name.slice(0, 4)));
    }
  });

  it.each([
    'ALTER TABLE "schools" DROP COLUMN "phone";',
    'ALTER TABLE "schools" RENAME COLUMN "phone" TO "telephone";',
    'ALTER TABLE "schools" ALTER COLUMN "phone" SET NOT NULL;',
    'ALTER TABLE "schools" ADD COLUMN "fax" text NOT NULL;',
    'DROP TABLE "slow_domains" CASCADE;',
  ])('%s would', (statement) => expect(statement).toMatch(BREAKING));

  it.each([
    'ALTER TABLE "schools" ADD COLUMN "fax" text DEFAULT \'\' NOT NULL;',
    'ALTER TABLE "schools" ADD COLUMN "fax" text;',
    'ALTER TABLE "schools" ADD COLUMN "plain" text GENERATED ALWAYS AS (lower("name")) STORED NOT NULL;',
    'CREATE INDEX "schools_name" ON "schools" ("name");',
  ])('%s does not', (statement) => expect(statement).not.toMatch(BREAKING));
});

test('an older program starts on a newer database, unless that needs newer ones', async () => {
  const client = await connect();
  await client.query('drop schema public cascade; drop schema drizzle cascade; create schema public');
  expect(await migrate(client)).toEqual({ isOlder: false });
  expect(await migrate(client, OLDEST)).toEqual({ isOlder: true });
  const { rows } = await client.query('select created_at from drizzle.__drizzle_migrations order by id');
  const since = (at: number) =>
    `comment on table drizzle.__drizzle_migrations is 'for programs since ${rows[at].created_at}'`;
  await client.query(since(OLDEST - 1));
  expect(await migrate(client, OLDEST)).toEqual({ isOlder: true });
  await client.query(since(OLDEST));
  await expect(migrate(client, OLDEST)).rejects.toThrow('written by a newer version');
  await client.query('rollback');
  expect(await migrate(client)).toEqual({ isOlder: false });
  await client.end();
});
