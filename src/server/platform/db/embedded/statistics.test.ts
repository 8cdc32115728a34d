import { Pool } from 'pg';
import { expect, test, vi } from 'vitest';
import { startTestEngine } from '#test/database.ts';
import { Backend } from './backend.ts';
import { BackendStream } from './backend-stream.ts';
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
  const stop = keepStatisticsTrue(pool, 5);
  await expect.poll(plan, { interval: 5 }).toContain('on families_pkey');
  const checks = statements('relpages');
  await expect.poll(() => statements('relpages'), { interval: 5 }).toBeGreaterThan(checks + 2);
  expect(statements('analyze ')).toBe(1);
  await stop();
  await pool.end();
  await backend.close();
});
