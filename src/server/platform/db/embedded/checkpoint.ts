import type { Pool } from 'pg';
import { type Repeated, repeated } from './repeated.ts';

const LOG_LIMIT_BYTES = 64 * 1024 * 1024;
const CHECK_EVERY_MS = 20_000;
/**
 * The disk space that a checkpoint needs. One that cannot finish crashes the engine, so it is not started with less.
 */
export const CHECKPOINT_BYTES = 12 * 1024 * 1024;

/**
 * Writes a checkpoint whenever the WAL has grown by `limitBytes`. The embedded engine has no checkpointer process: its WAL
 * would grow without limit, and recovery after a crash would read all of it.
 */
export function keepWriteAheadLogShort(
  pool: Pool,
  hasDiskSpace: (bytes: number) => boolean,
  limitBytes: number = LOG_LIMIT_BYTES,
  everyMs: number = CHECK_EVERY_MS,
): Repeated {
  return repeated(async () => {
    if (hasDiskSpace(CHECKPOINT_BYTES)) await checkpointWhenDue(pool, limitBytes);
  }, everyMs);
}

async function checkpointWhenDue(pool: Pool, limitBytes: number): Promise<void> {
  const { rows } = await pool.query<{ due: boolean }>(
    'select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn) > $1 as due from pg_control_checkpoint()',
    [limitBytes],
  );
  if (rows[0]?.due) await pool.query('checkpoint');
}
