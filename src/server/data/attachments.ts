import { and, asc, eq, gt, inArray } from 'drizzle-orm';
import type { Database } from '#server/platform/db/client.ts';
import { attachments } from '#server/platform/db/schema/newsletters.ts';

/** The queries of stored files that several features share; uploads and the library belong to the feature `attachments`. */

/** A file as the archive lists it. */
export type ArchivedFile = Pick<
  typeof attachments.$inferSelect,
  'key' | 'name' | 'contentType' | 'size' | 'createdAt'
>;

/** The school's files among these keys, with the size in pixels of each picture. */
export async function findFilesByKey(
  database: Database,
  schoolId: string,
  keys: readonly string[],
): Promise<readonly Pick<typeof attachments.$inferSelect, 'key' | 'contentType' | 'width' | 'height'>[]> {
  return await database.forSchool(schoolId, () =>
    database
      .orm()
      .select({
        key: attachments.key,
        contentType: attachments.contentType,
        width: attachments.width,
        height: attachments.height,
      })
      .from(attachments)
      .where(and(eq(attachments.schoolId, schoolId), inArray(attachments.key, [...keys]))),
  );
}

/** All of a school's files, oldest first. */
export async function listArchivedFiles(
  database: Database,
  schoolId: string,
): Promise<readonly ArchivedFile[]> {
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

/** A page of the keys of a school's files, in order, after a key; the empty string starts at the first. */
export async function listFileKeysAfter(
  database: Database,
  schoolId: string,
  after: string,
  limit: number,
): Promise<readonly string[]> {
  const rows = await database
    .orm()
    .select({ key: attachments.key })
    .from(attachments)
    .where(and(eq(attachments.schoolId, schoolId), gt(attachments.key, after)))
    .orderBy(asc(attachments.key))
    .limit(limit);
  return rows.map(({ key }) => key);
}
