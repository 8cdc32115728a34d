import { and, eq, isNull, type SQL } from 'drizzle-orm';
import type { Database } from '#server/platform/db/client.ts';
import { schools } from '#server/platform/db/schema/core.ts';
import { editions } from '#server/platform/db/schema/newsletters.ts';

/** The public page of a slug, in each of its packings. Whoever knows a slug may read it: there is no school to ask for. */
export async function findPage(database: Database, slug: string) {
  const columns = {
    html: editions.pageHtml,
    gzip: editions.pageGzip,
    brotli: editions.pageBrotli,
    etag: editions.etag,
    listed: schools.searchEngines,
    title: editions.title,
    schoolName: schools.name,
    publishedAt: editions.publishedAt,
    calendar: editions.calendar,
  };
  const rows = await database
    .orm()
    .select(columns)
    .from(editions)
    .innerJoin(schools, eq(schools.id, editions.schoolId))
    .where(isShown(slug));
  return rows[0] ?? null;
}

/** Whether a page is still what it was: its tag and who may list it, null where it is gone. */
export async function findTag(database: Database, slug: string) {
  const rows = await database
    .orm()
    .select({ etag: editions.etag, listed: schools.searchEngines })
    .from(editions)
    .innerJoin(schools, eq(schools.id, editions.schoolId))
    .where(isShown(slug));
  return rows[0] ?? null;
}

/** What the contract's row answers. */
export async function findPublished(database: Database, slug: string) {
  const rows = await database
    .orm()
    .select({
      title: editions.title,
      body: editions.pageHtml,
      publishedAt: editions.publishedAt,
      schoolName: schools.name,
    })
    .from(editions)
    .innerJoin(schools, eq(schools.id, editions.schoolId))
    .where(isShown(slug));
  return rows[0] ?? null;
}

// The pages of a closed school are gone.
function isShown(slug: string): SQL | undefined {
  return and(eq(editions.slug, slug), isNull(schools.closesAt));
}
