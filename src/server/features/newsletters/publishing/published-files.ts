import { and, eq, exists, inArray, isNotNull, not, sql } from 'drizzle-orm';
import type { Database } from '#server/platform/db/client.ts';
import { deliveries } from '#server/platform/db/schema/deliveries.ts';
import { attachments, type editions, publishedFiles } from '#server/platform/db/schema/newsletters.ts';
import { fileKeysIn } from '#server/platform/files/own-addresses.ts';

/**
 * Writes down which of the school's files readers of an edition may see, in the edition's transaction. Mails that went out
 * show what stood in them: then no file is taken away before the newsletter is.
 */
export async function recordPublishedFiles(
  database: Database,
  {
    newsletterId,
    schoolId,
    pageHtml,
    mailHtml,
  }: Pick<typeof editions.$inferSelect, 'newsletterId' | 'schoolId' | 'pageHtml' | 'mailHtml'>,
): Promise<void> {
  const orm = database.orm();
  const mailed = orm
    .select({ one: sql`1` })
    .from(deliveries)
    .where(and(eq(deliveries.newsletterId, newsletterId), isNotNull(deliveries.startedAt)));
  await orm
    .delete(publishedFiles)
    .where(
      and(
        eq(publishedFiles.schoolId, schoolId),
        eq(publishedFiles.newsletterId, newsletterId),
        not(exists(mailed)),
      ),
    );
  const keys = fileKeysIn(pageHtml + mailHtml);
  if (keys.length === 0) return;
  const shown = await orm
    .select({ attachmentId: attachments.id })
    .from(attachments)
    .where(and(eq(attachments.schoolId, schoolId), inArray(attachments.key, [...keys])));
  if (shown.length === 0) return;
  await orm
    .insert(publishedFiles)
    .values(shown.map(({ attachmentId }) => ({ attachmentId, newsletterId, schoolId })))
    .onConflictDoNothing();
}

/** Readers may see none of a newsletter's files any more, unless they stand in another. */
export async function withdrawPublishedFiles(
  database: Database,
  schoolId: string,
  newsletterId: string,
): Promise<void> {
  await database
    .orm()
    .delete(publishedFiles)
    .where(and(eq(publishedFiles.schoolId, schoolId), eq(publishedFiles.newsletterId, newsletterId)));
}
