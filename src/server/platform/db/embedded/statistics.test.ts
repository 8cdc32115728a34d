import { Pool } from 'pg';
import { expect, test, vi } from 'vitest';
import { startTestEngine } from '#test/database.ts';
import { Backend } from './backend.ts';
import { BackendStream } from './backend-stream.ts';
import { databaseOnEngine } from './embedded.ts';
import { keepStatisticsTrue } from './statistics.ts';

test('finds families by their ids as soon as their list has grown, and looks at it only once', async () => {
  const backend = new Backend(await startTestEngine(), () => true);
  const pool = new Pool({ stream: () => new BackendStream(backend) });
  const asked = vi.spyOn(pool, 'query');
  const statements = (word: string) =>
    asked.mock.calls.filter(([text]) => String(text).includes(word)).length;
  await pool.query(`create table families (id uuid primary key, school text not null, words text not null);
    create index families_by_words on families (school, words, id)`);
  await pool.query(
    `insert into families select gen_random_uuid(), 'Oakfield', md5(n::text) from generate_series(1, 20000) n`,
  );
  const plan = async () => {
    const found = await pool.query(
      `explain select * from families where school = 'Oakfield' and id = any (array(select id from families limit 5))`,
    );
    return found.rows.map((row) => row['QUERY PLAN']).join('\n');
  };
  expect(await plan()).toContain('using families_by_words');
  const { stop } = keepStatisticsTrue(pool, 5);
  await expect.poll(plan, { interval: 5 }).toContain('on families_pkey');
  const checks = statements('relpages');
  await expect.poll(() => statements('relpages'), { interval: 5 }).toBeGreaterThan(checks + 2);
  expect(statements('analyze ')).toBe(1);
  await stop();
  await pool.end();
  await backend.close();
});

test('knows a table at once after many rows were inserted, in whichever transaction', async () => {
  const database = databaseOnEngine({ engine: await startTestEngine(), hasDiskSpace: () => true });
  await database.query('create table families (id int primary key, words text)');
  const known = async () => {
    const { rows } = await database.query(`select reltuples from pg_class where relname = 'families'`);
    return rows[0]?.reltuples;
  };
  await database.transaction(async () => {
    await database.query(
      'insert into families select n, md5(n::text) from generate_series(1, $1::int) n',
      [20_000],
    );
    expect(await known()).toBe(-1);
  });
  await expect.poll(known, { interval: 5 }).toBe(20_000);
  await database.close();
});
