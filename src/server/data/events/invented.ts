import { and, eq, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '#server/platform/db/client.ts';
import { newsletters, savedItems } from '#server/platform/db/schema/newsletters.ts';

/** The prefix of the fields of a date that was kept as the school's own. */
export const OWN = '=';

const found = z.array(z.object({ hash: z.string() }));

/**
 * The hashes of content that ready-made newsletters invented and a newsletter may contain: dates, rows, blocks. They
 * are copied into other newsletters of the school, so the school knows them everywhere until a person keeps one as the
 * school's own. Hashes that the newsletter itself still marks are left out. Includes the kept fields of dates that
 * their author changed in part: see `drafts/example-fields.ts`.
 */
export async function inventedContent(
  database: Database,
  { schoolId, id }: { readonly schoolId: string; readonly id: string },
): Promise<ReadonlySet<string>> {
  const marks = newsletters.carriedOver;
  const of = eq(newsletters.schoolId, schoolId);
  const these = and(of, eq(newsletters.id, id));
  const hashes = (list: 'exampleDates' | 'ownDates', where: SQL | undefined) =>
    sql`select jsonb_array_elements_text(${marks}->${sql.raw(`'${list}'`)}) as hash from ${newsletters} where ${where}`;
  const { rows } = await database.forSchool(schoolId, () =>
    database.orm().execute(sql`
      ((${hashes('exampleDates', of)}
        union
        select jsonb_array_elements_text(${savedItems.examples}->'dates') from ${savedItems}
        where ${savedItems.schoolId} = ${schoolId}
      ) except ${hashes('ownDates', of)})
      union
      (${hashes('exampleDates', these)} except ${hashes('ownDates', these)})
      union
      select hash from (${hashes('ownDates', of)}) as own where hash like ${`${OWN}%`}
    `),
  );
  return new Set(found.parse(rows).map(({ hash }) => hash));
}
