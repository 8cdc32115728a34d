import { Pool } from 'pg';
import { expect, test } from 'vitest';
import { startTestEngine } from '#test/database.ts';
import { Backend } from './backend.ts';
import { BackendStream } from './backend-stream.ts';
import { keepWriteAheadLogShort } from './checkpoint.ts';

test('writes a checkpoint only after the WAL has grown', async () => {
  const backend = new Backend(await startTestEngine(), () => true);
  const pool = new Pool({ stream: () => new BackendStream(backend) });
  const start = async () => (await pool.query('select redo_lsn from pg_control_checkpoint()')).rows[0];
  const first = await start();
  const { stop } = keepWriteAheadLogShort(pool, () => true, 1_000_000, 5);
  await pool.query('create table filler (text text)');
  expect(await start()).toEqual(first);
  await pool.query(`insert into filler select repeat(md5(n::text), 100) from generate_series(1, 20000) n`);
  await expect.poll(start, { interval: 5 }).not.toEqual(first);
  await stop();
  await pool.end();
  await backend.close();
});
