import { and, desc, eq, type SQL } from 'drizzle-orm';
import type { Database } from '#server/platform/db/client.ts';
import { pastEditions } from '#server/platform/db/schema/history.ts';

/** The queries of what readers have seen of a newsletter. */

export type NewPastEdition = Omit<typeof pastEditions.$inferInsert, 'id'>;

const LISTED = {
  id: pastEditions.id,
  version: pastEditions.version,
  title: pastEditions.title,
  personId: pastEditions.personId,
  publishedAt: pastEditions.publishedAt,
} as const;

export async function insertPastEdition(database: Database, edition: NewPastEdition): Promise<void> {
  await database.forSchool(edition.schoolId, () => database.orm().insert(pastEditions).values(edition));
}

/** All editions of a newsletter, newest first. */
export async function listPastEditions(database: Database, schoolId: string, newsletterId: string) {
  return await database.forSchool(schoolId, () =>
    database
      .orm()
      .select(LISTED)
      .from(pastEditions)
      .where(of(schoolId, newsletterId))
      .orderBy(desc(pastEditions.publishedAt), desc(pastEditions.id)),
  );
}

/** An edition with its page and mail, compressed; null if there is none. */
export async function findPastEdition(
  database: Database,
  schoolId: string,
  newsletterId: string,
  id: string,
) {
  const [row] = await database.forSchool(schoolId, () =>
    database
      .orm()
      .select({
        ...LISTED,
        page: pastEditions.page,
        mail: pastEditions.mail,
        mailText: pastEditions.mailText,
      })
      .from(pastEditions)
      .where(and(of(schoolId, newsletterId), eq(pastEditions.id, id))),
  );
  return row ?? null;
}

function of(schoolId: string, newsletterId: string): SQL | undefined {
  return and(eq(pastEditions.schoolId, schoolId), eq(pastEditions.newsletterId, newsletterId));
}
