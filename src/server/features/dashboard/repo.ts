import { and, asc, count, desc, eq, inArray, ne, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { AppContext } from '#server/context.ts';
import { deliveries } from '#server/platform/db/schema/deliveries.ts';
import { editions, newsletters } from '#server/platform/db/schema/newsletters.ts';

/** How many newsletters of a school readers see, and how many they do not. */
export async function countNewsletters({ database }: AppContext, schoolId: string) {
  const rows = await database
    .orm()
    .select({ status: newsletters.status, total: count() })
    .from(newsletters)
    .where(eq(newsletters.schoolId, schoolId))
    .groupBy(newsletters.status);
  const of = (status: 'published' | 'draft') => rows.find((row) => row.status === status)?.total ?? 0;
  return { published: of('published'), drafts: of('draft') };
}

/** What readers see, the last one published first; `edited`: it has later changes. */
export async function listPublished({ database }: AppContext, schoolId: string, limit: number) {
  return await database
    .orm()
    .select({
      id: editions.newsletterId,
      title: editions.title,
      publishedAt: editions.publishedAt,
      edited: ne(newsletters.version, sql`coalesce(${newsletters.publishedVersion}, 0)`).mapWith(Boolean),
    })
    .from(editions)
    .innerJoin(newsletters, eq(newsletters.id, editions.newsletterId))
    .where(and(eq(editions.schoolId, schoolId), eq(newsletters.status, 'published')))
    .orderBy(desc(editions.publishedAt), desc(editions.newsletterId))
    .limit(limit);
}

/** What is planned or under way: what is held, then what runs, then what is planned, the next first. */
export async function listSendings({ database }: AppContext, schoolId: string, limit: number) {
  const { status, sendAt, finishedAt, createdAt } = deliveries;
  return await database
    .orm()
    .select({
      id: newsletters.id,
      title: newsletters.title,
      newsletterStatus: newsletters.status,
      status,
      sendAt,
      finishedAt,
    })
    .from(deliveries)
    .innerJoin(newsletters, eq(newsletters.id, deliveries.newsletterId))
    .where(and(eq(deliveries.schoolId, schoolId), inArray(status, ['paused', 'sending', 'scheduled'])))
    .orderBy(
      sql`array_position(array['paused', 'sending', 'scheduled'], ${status})`,
      asc(sendAt),
      asc(createdAt),
      asc(deliveries.id),
    )
    .limit(limit);
}

const entries = z.array(
  z.object({
    title: z.string(),
    start: z.string(),
    newsletter_id: z.uuid(),
    newsletter_title: z.string(),
    slug: z.string(),
  }),
);

/**
 * The events of published newsletters from a day on, which begins at `midnight` (ISO 8601, in UTC): so many of those
 * that are days, and so many of those that are moments. The two cannot be compared without the place.
 */
export async function listEvents(
  { database }: AppContext,
  schoolId: string,
  { today, midnight }: { readonly today: string; readonly midnight: string },
  limit: number,
) {
  const start = sql`entry->>'start'`;
  const isDay = sql`length(${start}) = ${today.length}`;
  const of = (wanted: SQL) =>
    sql`(select entry->>'title' as title, ${start} as start, ${editions.newsletterId} as newsletter_id,
          ${editions.title} as newsletter_title, ${editions.slug} as slug
        from ${editions}, jsonb_array_elements(${editions.calendar}) as entry
        where ${editions.schoolId} = ${schoolId} and ${wanted}
        order by ${start}, ${editions.publishedAt}, title, ${editions.newsletterId} limit ${limit})`;
  const days = of(sql`${isDay} and ${start} >= ${today}`);
  const moments = of(sql`not ${isDay} and ${start} >= ${midnight}`);
  return entries.parse((await database.orm().execute(sql`${days} union all ${moments}`)).rows);
}
