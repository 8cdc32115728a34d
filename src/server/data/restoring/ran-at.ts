import { sql } from 'drizzle-orm';
import { JUMP_MS } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/db/client.ts';
import { installation } from '#server/platform/db/schema/installation.ts';

/** The time when the program last ran on a database; null if that was never recorded. */
export async function findLastRun(database: Database): Promise<Date | null> {
  const [row] = await database.orm().select({ ranAt: installation.ranAt }).from(installation);
  return row?.ranAt ?? null;
}

/**
 * Records that the program runs. The time only goes back from a future one, which a clock that was ahead left. Null if
 * the database belongs to no installation yet.
 */
export async function keepLastRun(database: Database, now: Date): Promise<Date | null> {
  const latest = new Date(now.getTime() + JUMP_MS).toISOString();
  const time = sql`${now.toISOString()}::timestamptz`;
  const [row] = await database
    .orm()
    .update(installation)
    .set({
      ranAt: sql`case when ${installation.ranAt} > ${latest}::timestamptz then ${time} else greatest(${installation.ranAt}, ${time}) end`,
    })
    .returning({ ranAt: installation.ranAt });
  return row?.ranAt ?? null;
}
