import { Pool } from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startTestEngine } from '#test/database.ts';
import { Backend } from './backend.ts';
import { BackendStream } from './backend-stream.ts';

let backend: Backend;
let pool: Pool;

beforeEach(async () => {
  backend = new Backend(await startTestEngine(), () => true);
  pool = new Pool({ stream: () => new BackendStream(backend), max: 3 });
});
afterEach(async () => {
  await pool.end();
  await backend.close();
});

async function preparedNow(): Promise<readonly string[]> {
  const { rows } = await pool.query(
    `select statement from pg_prepared_statements where name <> '' order by statement`,
  );
  return rows.map(({ statement }) => statement);
}

test('a statement that is often used is planned once for all clients, and answers as before', async () => {
  const text = 'select $1::int + $2::int as sum';
  const answers = [];
  for (let at = 0; at < 30; at += 3) {
    // Three at once, each on its own connection.
    const three = await Promise.all([0, 1, 2].map((more) => pool.query(text, [at + more, 100])));
    answers.push(...three.flatMap(({ rows, fields }) => [{ ...rows[0], field: fields[0]?.name }]));
  }
  expect(answers).toEqual(Array.from({ length: 30 }, (_, at) => ({ sum: at + 100, field: 'sum' })));
  const { rows } = await pool.query(
    'select statement, generic_plans::int as reused from pg_prepared_statements',
  );
  expect(rows).toContainEqual({ statement: text, reused: 20 });
});

test('a value may be of any length or null', async () => {
  const long = 'é'.repeat(200_000);
  for (let time = 0; time < 10; time += 1) {
    const { rows } = await pool.query('select $1::text as one, $2::text as other', [long, null]);
    expect(rows).toEqual([{ one: long, other: null }]);
  }
});

test('a statement that fails says why each time, and the next one works', async () => {
  await pool.query('create table things (id int primary key)');
  const insert = async (id: number) => await pool.query('insert into things values ($1)', [id]);
  for (let id = 0; id < 10; id += 1) await insert(id);
  for (let time = 0; time < 10; time += 1)
    await expect(insert(1)).rejects.toMatchObject({ code: '23505', detail: 'Key (id)=(1) already exists.' });
  for (let id = 10; id < 30; id += 1) expect((await insert(id)).rowCount).toBe(1);
  // The failed statements are no longer prepared.
  expect((await preparedNow()).length).toBe(1);
});

test('a table may get another column', async () => {
  await pool.query('create table things (id int); insert into things values (1)');
  const read = async () => (await pool.query('select * from things where id = $1', [1])).rows;
  for (let time = 0; time < 10; time += 1) expect(await read()).toEqual([{ id: 1 }]);
  await pool.query(`alter table things add name text default 'Thing'`);
  await expect(read()).rejects.toThrow('cached plan must not change result type');
  for (let time = 0; time < 10; time += 1) expect(await read()).toEqual([{ id: 1, name: 'Thing' }]);
});

test('one that takes longer than its planning is not prepared', async () => {
  for (let time = 0; time < 10; time += 1) await pool.query('select pg_sleep($1)', [0.006]);
  expect(await preparedNow()).toEqual([]);
});

test('one that has become slow is planned for its values again', async () => {
  const sleep = async (seconds: number) => await pool.query('select pg_sleep($1)', [seconds]);
  for (let time = 0; time < 10; time += 1) await sleep(0);
  expect(await preparedNow()).toEqual(['select pg_sleep($1)']);
  // One slow run does not count: the machine may have been busy.
  for (const seconds of [0.02, 0.02, 0, 0.02, 0.02]) await sleep(seconds);
  expect(await preparedNow()).toEqual(['select pg_sleep($1)']);
  await sleep(0.02);
  for (let time = 0; time < 10; time += 1) await sleep(0);
  // The engine drops it when it prepares the next one.
  for (let time = 0; time < 7; time += 1) await pool.query('select $1::int as another', [time]);
  expect(await preparedNow()).toEqual(['select $1::int as another']);
});

test('only the last two hundred are kept', async () => {
  for (let each = 0; each < 230; each += 1)
    for (let time = 0; time < 7; time += 1) await pool.query(`select $1::int as n${each}`, [time]);
  const kept = await preparedNow();
  expect(kept.length).toBe(200);
  expect(kept).toContain('select $1::int as n229');
  expect(kept).not.toContain('select $1::int as n0');
});

test('one that is never used again is forgotten', async () => {
  for (let time = 0; time < 7; time += 1) await pool.query('select $1::int as first', [time]);
  for (let each = 0; each < 1001; each += 1) await pool.query(`select $1::int as n${each}`, [each]);
  for (let time = 0; time < 7; time += 1) await pool.query('select $1::int as last', [time]);
  expect(await preparedNow()).toEqual(['select $1::int as last']);
});
