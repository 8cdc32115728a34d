import { and, asc, eq, sql } from 'drizzle-orm';
import type { Database } from '#server/platform/db/client.ts';
import { users } from '#server/platform/db/schema/core.ts';
import { countUnconfirmed, deliveryRecipients as recipients } from '#server/platform/db/schema/deliveries.ts';
import { pastEditions } from '#server/platform/db/schema/history.ts';

/** The queries of past editions that the archive needs. */

/** All of a school's past editions, oldest first, with their publishers and the numbers of their mails. */
export async function listArchivedEditions(database: Database, schoolId: string) {
  const { id, newsletterId, version, title, publishedAt, redrawnAt, fileKeys } = pastEditions;
  const inState = (state: 'sent' | 'failed') =>
    sql`count(*) filter (where ${recipients.state} = ${state})`.mapWith(Number);
  return await database.forSchool(schoolId, () =>
    database
      .orm()
      .select({
        id,
        newsletterId,
        version,
        title,
        publishedAt,
        redrawnAt,
        fileKeys,
        firstName: users.firstName,
        lastName: users.lastName,
        email: users.email,
        sent: inState('sent'),
        failed: inState('failed'),
        unconfirmed: countUnconfirmed(),
      })
      .from(pastEditions)
      .leftJoin(users, eq(users.id, pastEditions.personId))
      .leftJoin(
        recipients,
        and(eq(recipients.newsletterId, newsletterId), eq(recipients.editionId, pastEditions.id)),
      )
      .where(eq(pastEditions.schoolId, schoolId))
      .groupBy(pastEditions.id, users.id)
      .orderBy(asc(publishedAt), asc(pastEditions.id)),
  );
}
/** A past edition as the archive lists it, without its page and mail. */
export type ArchivedEdition = Awaited<ReturnType<typeof listArchivedEditions>>[number];

/** The page and the mail of a past edition, compressed; null if it was deleted meanwhile. */
export async function findArchivedEdition(database: Database, schoolId: string, id: string) {
  const { page, mail, mailText } = pastEditions;
  const [row] = await database.forSchool(schoolId, () =>
    database
      .orm()
      .select({ page, mail, mailText })
      .from(pastEditions)
      .where(and(eq(pastEditions.schoolId, schoolId), eq(pastEditions.id, id))),
  );
  return row ?? null;
}
