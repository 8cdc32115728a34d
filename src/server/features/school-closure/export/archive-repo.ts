import { and, asc, eq, gt, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { AppContext } from '#server/context.ts';
import { users } from '#server/platform/db/schema/core.ts';
import { attachments, editions, newsletters } from '#server/platform/db/schema/newsletters.ts';
import { subscribers } from '#server/platform/db/schema/subscribers.ts';

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

/** Everybody who works at a school, without anything that signs them in. */
export async function listPeople({ database }: AppContext, schoolId: string) {
  return await database.forSchool(schoolId, () =>
    database
      .orm()
      .select({
        firstName: users.firstName,
        lastName: users.lastName,
        email: users.email,
        role: users.role,
        status: users.status,
        telephone: users.telephone,
        address: users.address,
      })
      .from(users)
      .where(eq(users.schoolId, schoolId))
      .orderBy(asc(users.email)),
  );
}

/** A school's subscribers after an address, in the order of their addresses. */
export async function listSubscribers(
  { database }: AppContext,
  schoolId: string,
  after: string,
  limit: number,
) {
  return await database.forSchool(schoolId, () =>
    database
      .orm()
      .select()
      .from(subscribers)
      .where(and(eq(subscribers.schoolId, schoolId), gt(subscribers.email, after)))
      .orderBy(asc(subscribers.email))
      .limit(limit),
  );
}
