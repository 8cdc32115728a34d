import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '#server/platform/db/client.ts';
import { newsletters, savedItems } from '#server/platform/db/schema/newsletters.ts';

const found = z.array(z.object({ hash: z.string() }));

/**
 * The hashes of the invented dates that a school has from ready-made newsletters. Their blocks are copied into its other newsletters,
 * so they are known in all of them.
 */
export async function exampleDates(database: Database, schoolId: string): Promise<ReadonlySet<string>> {
  const { rows } = await database.forSchool(schoolId, () =>
    database.orm().execute(sql`
      select jsonb_array_elements_text(${newsletters.carriedOver}->'exampleDates') as hash from ${newsletters}
      where ${newsletters.schoolId} = ${schoolId}
      union
      select jsonb_array_elements_text(${savedItems.examples}->'dates') from ${savedItems}
      where ${savedItems.schoolId} = ${schoolId}
    `),
  );
  return new Set(found.parse(rows).map(({ hash }) => hash));
}
