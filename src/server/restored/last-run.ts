import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MINUTE_MS } from '#newsletter/values/durations.ts';
import type { AppContext } from '#server/context.ts';
import { findLastRun, keepLastRun } from '#server/data/restoring/ran-at.ts';
import { JUMP_MS } from '#server/platform/clock.ts';

/** The database and DATA_DIR both keep when the program last ran: a later time in DATA_DIR shows that the database was restored. */

const FILE = 'last-run';

type RunContext = Pick<AppContext, 'config' | 'clock' | 'database'>;

/** Whether the database is older than what has run from DATA_DIR: not by seconds, which a server may lose that falls over to its replica. */
export async function isRestored({ config, database }: RunContext): Promise<boolean> {
  const path = join(config.dataDir, FILE);
  const here = existsSync(path) ? Date.parse(readFileSync(path, 'utf8').trim()) : Number.NaN;
  if (Number.isNaN(here)) return false;
  const there = await findLastRun(database);
  return here - (there?.getTime() ?? 0) > JUMP_MS;
}

/** Keeps that the program runs. The database is first, so that it is never older by itself. */
export async function noteRun({ config, clock, database }: RunContext): Promise<void> {
  const ranAt = await keepLastRun(database, clock.now());
  if (ranAt === null) return;
  const path = join(config.dataDir, FILE);
  const partial = `${path}.${process.pid}`;
  writeFileSync(partial, `${ranAt.toISOString()}\n`, { mode: 0o600 });
  renameSync(partial, path);
}

/** Keeps that the program runs, each minute. A full disk or an absent database may miss some. Resolves once `stop` has let it end. */
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
