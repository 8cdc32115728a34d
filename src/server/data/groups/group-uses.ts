import { and, asc, eq, sql } from 'drizzle-orm';
import type { Database } from '#server/platform/db/client.ts';
import { plainTextOf } from '#server/platform/db/plain-text.ts';
import { newsletters } from '#server/platform/db/schema/newsletters.ts';

/** The newsletters with blocks for any of these groups, ordered by title. */
export async function findGroupUses(
  database: Database,
  schoolId: string,
  ids: readonly string[],
): Promise<readonly { readonly id: string; readonly title: string }[]> {
  const wanted = sql`${`{${ids.map((id) => `"${id}"`).join(',')}}`}::text[]`;
  const names = sql`exists (select from jsonb_array_elements(${newsletters.code}) as block
    where block -> 'audience' ?| ${wanted})`;
  return await database.forSchool(schoolId, () =>
    database
      .orm()
      .select({ id: newsletters.id, title: newsletters.title })
      .from(newsletters)
      .where(and(eq(newsletters.schoolId, schoolId), names))
      .orderBy(asc(sql`${plainTextOf('"newsletters"."title"')} collate "C"`), asc(newsletters.id)),
  );
}
