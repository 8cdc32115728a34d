import { and, eq, sql } from 'drizzle-orm';
import { showsPages } from '#server/data/schools.ts';
import type { Database } from '#server/platform/db/client.ts';
import { schools } from '#server/platform/db/schema/core.ts';
import { editionVariants, pastEditions, variantPages } from '#server/platform/db/schema/history.ts';
import { editions } from '#server/platform/db/schema/newsletters.ts';

/** The pages of variants, by their slugs. Closed schools have none. */

const isOpen = (slug: string) => and(eq(editionVariants.slug, slug), showsPages);

/**
 * The tag that shows that a cached page has changed; null if there is no page, or it must be rendered again. The school
 * is not checked: everybody who knows a slug may read its page.
 */
export async function findVariantTag(database: Database, slug: string) {
  const [row] = await database
    .orm()
    .select({ etag: variantPages.etag, calendarTag: sql<string>`md5(${editions.calendar}::text)` })
    .from(editionVariants)
    .innerJoin(editions, eq(editions.newsletterId, editionVariants.newsletterId))
    .innerJoin(schools, eq(schools.id, editionVariants.schoolId))
    .innerJoin(
      variantPages,
      and(eq(variantPages.variantId, editionVariants.id), eq(variantPages.drawing, editions.drawing)),
    )
    .where(isOpen(slug));
  return row ?? null;
}

/** A variant by its slug, with its newsletter's current edition and its page, which may be of an earlier edition. */
export async function findVariantBySlug(database: Database, slug: string) {
  const [row] = await database
    .orm()
    .select({
      variant: editionVariants,
      edition: editions,
      calendarTag: sql<string>`md5(${editions.calendar}::text)`,
      sentDrawing: pastEditions.drawing,
      schoolName: schools.name,
      language: schools.language,
      page: variantPages,
    })
    .from(editionVariants)
    .innerJoin(editions, eq(editions.newsletterId, editionVariants.newsletterId))
    .innerJoin(pastEditions, eq(pastEditions.id, editionVariants.editionId))
    .innerJoin(schools, eq(schools.id, editionVariants.schoolId))
    .leftJoin(variantPages, eq(variantPages.variantId, editionVariants.id))
    .where(isOpen(slug));
  return row ?? null;
}
