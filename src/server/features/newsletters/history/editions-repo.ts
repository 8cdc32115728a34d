import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#server/platform/db/client.ts';
import { returnedRow } from '#server/platform/db/returned-row.ts';
import { pastEditions } from '#server/platform/db/schema/history.ts';

/** The queries of past editions, which readers have seen. */

export type NewPastEdition = Omit<typeof pastEditions.$inferInsert, 'id'>;

const LISTED = {
  id: pastEditions.id,
  version: pastEditions.version,
  title: pastEditions.title,
  personId: pastEditions.personId,
  tokenName: pastEditions.tokenName,
  publishedAt: pastEditions.publishedAt,
  redrawnAt: pastEditions.redrawnAt,
} as const;

const NEWEST = [
  desc(sql`coalesce(${pastEditions.redrawnAt}, ${pastEditions.publishedAt})`),
  desc(pastEditions.id),
];

/** Resolves to the new edition's id. */
export async function insertPastEdition(database: Database, edition: NewPastEdition): Promise<string> {
  return await database.forSchool(edition.schoolId, async () => {
    const row = returnedRow(
      await database.orm().insert(pastEditions).values(edition).returning({ id: pastEditions.id }),
    );
    return row.id;
  });
}

/** The editions kept of one publishing, with their compressed mails; the newest first. */
export async function findEditionsOfPublishing(
  database: Database,
  { schoolId, newsletterId, publishedAt }: Pick<NewPastEdition, 'schoolId' | 'newsletterId' | 'publishedAt'>,
) {
  const { id, personId, mail, mailText, drawing, fileKeys } = pastEditions;
  return await database.forSchool(schoolId, () =>
    database
      .orm()
      .select({ id, personId, mail, mailText, drawing, fileKeys })
      .from(pastEditions)
      .where(and(of(schoolId, newsletterId), eq(pastEditions.publishedAt, publishedAt)))
      .orderBy(...NEWEST),
  );
}

/** All editions of a newsletter, newest first. */
export async function listPastEditions(database: Database, schoolId: string, newsletterId: string) {
  return await database.forSchool(schoolId, () =>
    database
      .orm()
      .select(LISTED)
      .from(pastEditions)
      .where(of(schoolId, newsletterId))
      .orderBy(...NEWEST),
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
