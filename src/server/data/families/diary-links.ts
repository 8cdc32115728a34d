import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '#server/platform/db/client.ts';
import { editions } from '#server/platform/db/schema/newsletters.ts';

/** Whether one of a school's published newsletters links to its diary, because a block was filled with dates. */
export async function leadsToDiary(database: Database, schoolId: string): Promise<boolean> {
  const hasLink = sql`${editions.code} @? '$[*].value.filled.page'`;
  const linked = await database.forSchool(schoolId, () =>
    database
      .orm()
      .select({ id: editions.newsletterId })
      .from(editions)
      .where(and(eq(editions.schoolId, schoolId), hasLink))
      .limit(1),
  );
  return linked.length > 0;
}
