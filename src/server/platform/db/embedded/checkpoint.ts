import type { Pool } from 'pg';

const LOG_LIMIT_BYTES = 64 * 1024 * 1024;
const CHECK_EVERY_MS = 20_000;
/** Room on the disk without which no checkpoint is begun: one that cannot be finished is the end of the engine. */
export const CHECKPOINT_BYTES = 12 * 1024 * 1024;

/**
 * Writes a checkpoint whenever the embedded engine's log has grown by so much: it has no checkpointer process, so the
 * log would grow for as long as the program runs, and a start after a crash would take as long as reading all of it.
 * Returns the stop.
 */
export function keepWriteAheadLogShort(
  pool: Pool,
  hasRoom: (bytes: number) => boolean,
  limitBytes: number = LOG_LIMIT_BYTES,
  everyMs: number = CHECK_EVERY_MS,
): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    if (hasRoom(CHECKPOINT_BYTES))
      running = running.then(() => checkpointWhenDue(pool, limitBytes)).catch(() => undefined);
  }, everyMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}

async function checkpointWhenDue(pool: Pool, limitBytes: number): Promise<void> {
  const { rows } = await pool.query<{ due: boolean }>(
    'select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn) > $1 as due from pg_control_checkpoint()',
    [limitBytes],
  );
  if (rows[0]?.due) await pool.query('checkpoint');
}
