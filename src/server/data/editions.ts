import { and, desc, eq, ne, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#server/platform/db/client.ts';
import { schools } from '#server/platform/db/schema/core.ts';
import { type CalendarEntry, editions, newsletters } from '#server/platform/db/schema/newsletters.ts';
import { showsPages } from './schools.ts';

/** The queries of editions: the public page by its slug, and the needs of the dashboard and of closing a school. */

/** The tags that show that a cached page has changed. */
const TAGS = {
  etag: editions.etag,
  listed: schools.searchEngines,
  calendarTag: sql<string>`md5(${editions.calendar}::text)`,
};

/** The dates that a page shows: those for everyone, and those of the given blocks for groups. */
export function datesShown(
  calendar: readonly CalendarEntry[],
  blocks: readonly string[],
): readonly CalendarEntry[] {
  return calendar.filter(({ groupBlock }) => groupBlock === undefined || blocks.includes(groupBlock));
}

/** The public page of a slug, in each encoding. The school is not checked: everybody who knows a slug may read its page. */
export async function findPage(database: Database, slug: string) {
  const columns = {
    html: editions.pageHtml,
    gzip: editions.pageGzip,
    brotli: editions.pageBrotli,
    ...TAGS,
    title: editions.title,
    schoolName: schools.name,
    language: schools.language,
    publishedAt: editions.publishedAt,
    calendar: editions.calendar,
  };
  const rows = await database
    .orm()
    .select(columns)
    .from(editions)
    .innerJoin(schools, eq(schools.id, editions.schoolId))
    .where(isShown(slug));
  const [page] = rows;
  return page === undefined ? null : { ...page, of: slug, calendar: datesShown(page.calendar, []) };
}

/** A page's ETag, whether search engines may list it, and its calendar's tag; null without a page. */
export async function findPageTag(database: Database, slug: string) {
  const rows = await database
    .orm()
    .select(TAGS)
    .from(editions)
    .innerJoin(schools, eq(schools.id, editions.schoolId))
    .where(isShown(slug));
  return rows[0] ?? null;
}

/** The edition for the contract's row `publishedNewsletter`. */
export async function findPublished(database: Database, slug: string) {
  const rows = await database
    .orm()
    .select({
      title: editions.title,
      body: editions.pageHtml,
      publishedAt: editions.publishedAt,
      schoolName: schools.name,
      layoutType: editions.layoutType,
      code: editions.code,
      codeVersion: editions.codeVersion,
    })
    .from(editions)
    .innerJoin(schools, eq(schools.id, editions.schoolId))
    .where(isShown(slug));
  return rows[0] ?? null;
}

function isShown(slug: string): SQL | undefined {
  return and(eq(editions.slug, slug), showsPages);
}

/** The slugs of a school's public pages. */
export async function listSlugs(database: Database, schoolId: string): Promise<readonly string[]> {
  const rows = await database.forSchool(schoolId, () =>
    database.orm().select({ slug: editions.slug }).from(editions).where(eq(editions.schoolId, schoolId)),
  );
  return rows.map(({ slug }) => slug);
}

/** A school's published newsletters, last published first; `edited`: the draft has changed since. */
export async function listPublished(database: Database, schoolId: string, limit: number) {
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
