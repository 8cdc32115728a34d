import { eq } from 'drizzle-orm';
import { findSchool } from '#server/data/schools.ts';
import type { Database } from '#server/platform/db/client.ts';
import { subscribers } from '#server/platform/db/schema/subscribers.ts';

/** How many more families a school's list takes: any number, unless the operator has set a limit. Who has left counts. */
export async function roomOnList(database: Database, schoolId: string): Promise<number> {
  const max = (await findSchool(database, schoolId))?.subscribersMax ?? null;
  if (max === null) return Number.POSITIVE_INFINITY;
  return await database.forSchool(schoolId, async () =>
    Math.max(0, max - (await database.orm().$count(subscribers, eq(subscribers.schoolId, schoolId)))),
  );
}
