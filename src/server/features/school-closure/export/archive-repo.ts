import { and, asc, count, eq, gt, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { AppContext } from '#server/context.ts';
import { auditLog, users } from '#server/platform/db/schema/core.ts';
import { deliveries, deliveryRecipients as recipients } from '#server/platform/db/schema/deliveries.ts';
import { attachments, editions, newsletters } from '#server/platform/db/schema/newsletters.ts';

/** What an archive is made from. Each piece is read when its turn comes: nobody waits for the whole. */

const NEWSLETTER = {
  id: newsletters.id,
  title: newsletters.title,
  status: newsletters.status,
  version: newsletters.version,
  publishedVersion: newsletters.publishedVersion,
  createdAt: newsletters.createdAt,
  updatedAt: newsletters.updatedAt,
} as const;

/** A newsletter as the archive's list has it. */
export type Listed = Pick<typeof newsletters.$inferSelect, keyof typeof NEWSLETTER>;
/** A file as the archive's list has it. */
export type FileRow = Pick<
  typeof attachments.$inferSelect,
  'key' | 'name' | 'contentType' | 'size' | 'createdAt'
>;

/** All of a school's newsletters, the oldest first, without what is in them. */
export async function listNewsletters(
  { database }: AppContext,
  schoolId: string,
): Promise<readonly Listed[]> {
  return await database.forSchool(schoolId, () =>
    database
      .orm()
      .select(NEWSLETTER)
      .from(newsletters)
      .where(eq(newsletters.schoolId, schoolId))
      .orderBy(asc(newsletters.createdAt), asc(newsletters.id)),
  );
}

/** One newsletter whole, and what readers see of it; null where it was deleted meanwhile. */
export async function readNewsletter({ database }: AppContext, schoolId: string, id: string) {
  const [row] = await database.forSchool(schoolId, () =>
    database
      .orm()
      .select({ newsletter: newsletters, published: editions.pageHtml })
      .from(newsletters)
      .leftJoin(editions, eq(editions.newsletterId, newsletters.id))
      .where(and(eq(newsletters.schoolId, schoolId), eq(newsletters.id, id))),
  );
  return row ?? null;
}

const keys = z.array(z.object({ key: z.string() }));

/** The keys of the files that stand in a newsletter, as a draft or as readers see it. */
export async function listFilesIn(
  { database }: AppContext,
  schoolId: string,
  id: string,
): Promise<readonly string[]> {
  const { rows } = await database.forSchool(schoolId, () =>
    database.orm().execute(
      sql`select distinct found[1] as key
        from ${newsletters} left join ${editions} on ${editions.newsletterId} = ${newsletters.id},
          regexp_matches(concat(${newsletters.code}::text, ${newsletters.body}, ${editions.pageHtml}), '/files/([[:alnum:]._-]+)', 'g') as found
        where ${newsletters.schoolId} = ${schoolId} and ${newsletters.id} = ${id}`,
    ),
  );
  return keys.parse(rows).map(({ key }) => key);
}

/** All of a school's files, the oldest first. */
export async function listFiles({ database }: AppContext, schoolId: string): Promise<readonly FileRow[]> {
  return await database.forSchool(schoolId, () =>
    database
      .orm()
      .select({
        key: attachments.key,
        name: attachments.name,
        contentType: attachments.contentType,
        size: attachments.size,
        createdAt: attachments.createdAt,
      })
      .from(attachments)
      .where(eq(attachments.schoolId, schoolId))
      .orderBy(asc(attachments.createdAt), asc(attachments.key)),
  );
}

/** The lines of a school's log after one of them (0: from the first), in the order in which they were written. */
export async function listAuditEntries(
  { database }: AppContext,
  schoolId: string,
  after: number,
  limit: number,
) {
  return await database.forSchool(schoolId, () =>
    database
      .orm()
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.schoolId, schoolId), gt(auditLog.sequence, after)))
      .orderBy(asc(auditLog.sequence))
      .limit(limit),
  );
}

/** All sendings of a school, the oldest first, each with its newsletter, who had it sent, and how many got it. */
export async function listSendings({ database }: AppContext, schoolId: string) {
  const inState = (state: (typeof recipients.$inferSelect)['state']) =>
    sql`count(*) filter (where ${recipients.state} = ${state})`.mapWith(Number);
  return await database.forSchool(schoolId, () =>
    database
      .orm()
      .select({
        delivery: deliveries,
        title: newsletters.title,
        firstName: users.firstName,
        lastName: users.lastName,
        email: users.email,
        total: count(recipients.id),
        sent: inState('sent'),
        failed: inState('failed'),
        skipped: inState('skipped'),
      })
      .from(deliveries)
      .innerJoin(newsletters, eq(newsletters.id, deliveries.newsletterId))
      .leftJoin(users, eq(users.id, deliveries.createdBy))
      .leftJoin(recipients, eq(recipients.deliveryId, deliveries.id))
      .where(eq(deliveries.schoolId, schoolId))
      .groupBy(deliveries.id, newsletters.id, users.id)
      .orderBy(asc(deliveries.createdAt), asc(deliveries.id)),
  );
}
