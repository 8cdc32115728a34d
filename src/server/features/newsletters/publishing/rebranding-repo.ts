import { and, asc, eq } from 'drizzle-orm';
import { recordPublishedFiles } from '#server/data/published-files.ts';
import { lockBranding, type School } from '#server/data/schools.ts';
import type { Edition, Newsletter } from '#server/features/newsletters/repo.ts';
import type { Database } from '#server/platform/db/client.ts';
import { editions, newsletters } from '#server/platform/db/schema/newsletters.ts';

/** A stored edition. */
export type StoredEdition = typeof editions.$inferSelect;

/** The ids of a school's newsletters. */
export async function listNewsletterIds(database: Database, schoolId: string): Promise<readonly string[]> {
  return await database.forSchool(schoolId, async () => {
    const rows = await database
      .orm()
      .select({ id: newsletters.id })
      .from(newsletters)
      .where(eq(newsletters.schoolId, schoolId))
      .orderBy(asc(newsletters.id));
    return rows.map(({ id }) => id);
  });
}

/**
 * Replaces a draft's rendering, unless the draft was saved meanwhile, which rendered it again, or the branding has
 * changed, for which another job follows.
 */
export async function replaceBody(
  database: Database,
  branding: School,
  { schoolId, id, version }: Newsletter,
  body: string,
): Promise<void> {
  const same = and(
    eq(newsletters.schoolId, schoolId),
    eq(newsletters.id, id),
    eq(newsletters.version, version),
  );
  await database.forSchool(schoolId, async () => {
    if (!(await lockBranding(database, branding))) return;
    await database.orm().update(newsletters).set({ body }).where(same);
  });
}

/** A newsletter's edition; null for a draft. */
export async function findEdition(
  database: Database,
  { schoolId, id }: Pick<Newsletter, 'schoolId' | 'id'>,
): Promise<StoredEdition | null> {
  return await database.forSchool(schoolId, async () => {
    const [edition] = await database
      .orm()
      .select()
      .from(editions)
      .where(and(eq(editions.schoolId, schoolId), eq(editions.newsletterId, id)));
    return edition ?? null;
  });
}

/** Replaces an edition, unless it was published again or unpublished meanwhile, or the branding has changed. */
export async function replaceEdition(
  database: Database,
  branding: School,
  { schoolId, newsletterId, etag, publishedAt }: StoredEdition,
  next: Edition,
  groupFiles: readonly string[],
): Promise<boolean> {
  const same = and(
    eq(editions.schoolId, schoolId),
    eq(editions.newsletterId, newsletterId),
    eq(editions.etag, etag),
    eq(editions.publishedAt, publishedAt),
  );
  return await database.forSchool(schoolId, async () => {
    if (!(await lockBranding(database, branding))) return false;
    const rows = await database
      .orm()
      .update(editions)
      .set(next)
      .where(same)
      .returning({ id: editions.newsletterId });
    if (rows.length === 0) return false;
    await recordPublishedFiles(database, next, groupFiles);
    return true;
  });
}
