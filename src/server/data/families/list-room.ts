import { eq } from 'drizzle-orm';
import { findSchool } from '#server/data/schools.ts';
import type { Database } from '#server/platform/db/client.ts';
import { subscribers } from '#server/platform/db/schema/subscribers.ts';

/** The number of further families that a school's list takes, unlimited unless the operator set a limit. Those who left count. */
export async function roomOnList(database: Database, schoolId: string): Promise<number> {
  const max = (await findSchool(database, schoolId))?.subscribersMax ?? null;
  if (max === null) return Number.POSITIVE_INFINITY;
  return await database.forSchool(schoolId, async () =>
    Math.max(0, max - (await database.orm().$count(subscribers, eq(subscribers.schoolId, schoolId)))),
  );
}
