import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '#server/platform/db/client.ts';
import { schoolEvents } from '#server/platform/db/schema/events.ts';
import { editions } from '#server/platform/db/schema/newsletters.ts';

const rows = z.array(
  z.object({
    title: z.string(),
    date: z.string(),
    time: z.string().nullable(),
    newsletter_id: z.string().nullable(),
    newsletter_title: z.string().nullable(),
    slug: z.string().nullable(),
  }),
);

/**
 * A school's next dates from a day on that are not called off, the earliest first, each with the newsletter that
 * published it last, if there is one.
 */
export async function listComing(database: Database, schoolId: string, today: string, limit: number) {
  const found = await database.orm().execute(sql`
    select * from (
      with coming as materialized (
        select id, uid, aliases, title, "date", "time" from ${schoolEvents}
        where school_id = ${schoolId} and "date" >= ${today} and not withdrawn and not is_cancelled
        order by "date", coalesce("time", ''), title, id limit ${limit}
      ), told as (
        select distinct on (coming.id) coming.id, edition.newsletter_id, edition.title as newsletter_title, edition.slug
        from ${editions} as edition cross join lateral jsonb_array_elements(edition.calendar) as entry
          join coming on entry->>'uid' = coming.uid or coming.aliases ? (entry->>'uid')
        where edition.school_id = ${schoolId} and entry->>'removed' is null
        order by coming.id, edition.published_at desc
      )
      select coming.title, coming."date", coming."time", told.newsletter_id, told.newsletter_title, told.slug
      from coming left join told on told.id = coming.id
    ) as found
    order by found."date", coalesce(found."time", ''), found.title`);
  return rows.parse(found.rows);
}
