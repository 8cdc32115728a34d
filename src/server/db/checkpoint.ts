import type { GuardedPool } from './pool.ts';

const LOG_LIMIT_BYTES = 64 * 1024 * 1024;
const CHECK_EVERY_MS = 20_000;

/**
 * Writes a checkpoint whenever the embedded engine's log has grown: it has no checkpointer process, so the log would
 * grow for as long as the program runs, and a restart after a crash would take as long as reading it. Returns the stop.
 */
export function keepLogShort(pool: GuardedPool): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    running = running.then(() => checkpoint(pool)).catch(() => undefined);
  }, CHECK_EVERY_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}

async function checkpoint(pool: GuardedPool): Promise<void> {
  const { rows } = await pool.query<{ due: boolean }>(
    'select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn) > $1 as due from pg_control_checkpoint()',
    [LOG_LIMIT_BYTES],
  );
  if (rows[0]?.due) await pool.query('checkpoint');
}
