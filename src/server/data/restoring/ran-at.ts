import { sql } from 'drizzle-orm';
import type { Database } from '#server/platform/db/client.ts';
import { installation } from '#server/platform/db/schema/installation.ts';

/** When the program last ran on a database; null if that was never kept. */
export async function findLastRun(database: Database): Promise<Date | null> {
  const [row] = await database.orm().select({ ranAt: installation.ranAt }).from(installation);
  return row?.ranAt ?? null;
}

/** Keeps that the program runs. The time never goes back. Null if the database belongs to no installation yet. */
export async function keepLastRun(database: Database, now: Date): Promise<Date | null> {
  const [row] = await database
    .orm()
    .update(installation)
    .set({ ranAt: sql`greatest(${installation.ranAt}, ${now.toISOString()}::timestamptz)` })
    .returning({ ranAt: installation.ranAt });
  return row?.ranAt ?? null;
}
