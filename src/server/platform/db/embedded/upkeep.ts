import { z } from 'zod';
import type { Database } from '#server/platform/db/client.ts';
import { type JobPort, queue } from '#server/platform/jobs/jobs.ts';

const upkeep = queue('upkeep', z.strictObject({}));
// At night, because all calls wait while the only backend is busy.
const NIGHTLY = '30 3 * * *';
const TIME_LIMIT_SECONDS = 1800;

/** Frees the space of dead rows and updates the planner's statistics. Call it after large deletes too. */
export async function vacuum(database: Database): Promise<void> {
  await database.query('vacuum (analyze)');
}

/** Schedules a nightly vacuum on the embedded engine, which has no autovacuum. Servers need none. */
export function scheduleUpkeep(jobs: JobPort, database: Database): void {
  if (database.kind === 'postgres') return;
  jobs.define(upkeep, () => vacuum(database), { exclusive: true, retries: 1, timeLimit: TIME_LIMIT_SECONDS });
  jobs.schedule(upkeep, NIGHTLY, 'Europe/London', {});
}
