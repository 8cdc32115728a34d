import { z } from 'zod';
import type { Database } from '#server/platform/db/client.ts';
import { type JobPort, queue } from '#server/platform/jobs/jobs.ts';

const upkeep = queue('upkeep', z.strictObject({}));
// When schools sleep: on one backend, everybody waits for it.
const NIGHTLY = '30 3 * * *';
const TIME_LIMIT_SECONDS = 1800;

/** Clears up after deleted and changed rows and counts anew what the planner needs. Call it after large deletes, too. */
export async function vacuum(database: Database): Promise<void> {
  await database.query('vacuum (analyze)');
}

/** Has the embedded engine cleared up every night: it has no autovacuum. A server does that by itself. */
export function scheduleUpkeep(jobs: JobPort, database: Database): void {
  if (database.kind === 'postgres') return;
  jobs.define(upkeep, () => vacuum(database), { exclusive: true, retries: 1, timeLimit: TIME_LIMIT_SECONDS });
  jobs.schedule(upkeep, NIGHTLY, 'Europe/London', {});
}
