import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MINUTE_MS } from '#newsletter/values/durations.ts';
import type { AppContext } from '#server/context.ts';
import { findLastRun, keepLastRun } from '#server/data/restoring/ran-at.ts';
import { JUMP_MS } from '#server/platform/clock.ts';

/** Both the database and DATA_DIR keep when the program last ran: a later time in DATA_DIR shows that the database was restored. */

const FILE = 'last-run';

type RunContext = Pick<AppContext, 'config' | 'clock' | 'database'>;

/** Whether the database is older than the last run from DATA_DIR, by more than the seconds that a failover to a replica may lose. */
export async function isRestored({ config, database }: RunContext): Promise<boolean> {
  const path = join(config.dataDir, FILE);
  const here = existsSync(path) ? Date.parse(readFileSync(path, 'utf8').trim()) : Number.NaN;
  if (Number.isNaN(here)) return false;
  const there = await findLastRun(database);
  return here - (there?.getTime() ?? 0) > JUMP_MS;
}

/** Records that the program runs. The database comes first, so that it is never the older one by itself. */
export async function noteRun({ config, clock, database }: RunContext): Promise<void> {
  const ranAt = await keepLastRun(database, clock.now());
  if (ranAt === null) return;
  const path = join(config.dataDir, FILE);
  const partial = `${path}.${process.pid}`;
  writeFileSync(partial, `${ranAt.toISOString()}\n`, { mode: 0o600 });
  renameSync(partial, path);
}

/** Records every minute that the program runs; a full disk or an absent database may miss some. `stop` resolves after the last record. */
export function keepNotingRuns(context: RunContext): { readonly stop: () => Promise<void> } {
  let running = Promise.resolve();
  const note = () => {
    running = running.then(() => noteRun(context)).catch(() => undefined);
  };
  note();
  const timer = setInterval(note, MINUTE_MS).unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
}
