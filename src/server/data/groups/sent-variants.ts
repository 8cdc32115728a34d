import { and, desc, eq, sql } from 'drizzle-orm';
import type { Database } from '#server/platform/db/client.ts';
import { deliveryReadings, deliveryRecipients as recipients } from '#server/platform/db/schema/deliveries.ts';
import { editionVariants } from '#server/platform/db/schema/history.ts';

/** The variants of past editions that families got. */

/** The variants of an edition whose mails arrived, with the number of families that got each, the most first. */
export async function listSentVariants(database: Database, schoolId: string, editionId: string) {
  const families = sql`count(*)`.mapWith(Number);
  return await database.forSchool(schoolId, () =>
    database
      .orm()
      .select({ id: editionVariants.id, words: editionVariants.words, families })
      .from(editionVariants)
      .innerJoin(deliveryReadings, eq(deliveryReadings.variantId, editionVariants.id))
      .innerJoin(
        recipients,
        and(
          eq(recipients.deliveryId, deliveryReadings.deliveryId),
          eq(recipients.editionId, deliveryReadings.editionId),
          eq(recipients.groupBits, deliveryReadings.groupBits),
          eq(recipients.state, 'sent'),
        ),
      )
      .where(and(eq(editionVariants.schoolId, schoolId), eq(editionVariants.editionId, editionId)))
      .groupBy(editionVariants.id)
      .orderBy(desc(families), editionVariants.words, editionVariants.id),
  );
}

/** The mail and the page of a variant, compressed; null if it was never sent. The page is null if nobody opened it before a correction. */
export async function findSentVariant(database: Database, schoolId: string, editionId: string, id: string) {
  const { page, mail, mailText } = editionVariants;
  const [row] = await database.forSchool(schoolId, () =>
    database
      .orm()
      .select({ page, mail, mailText })
      .from(editionVariants)
      .where(
        and(
          eq(editionVariants.schoolId, schoolId),
          eq(editionVariants.editionId, editionId),
          eq(editionVariants.id, id),
        ),
      ),
  );
  return row === undefined || row.mail === null ? null : { ...row, mail: row.mail };
}
