import { and, count, desc, eq } from 'drizzle-orm';
import { FILES_PATH } from '#contract/rules/stored-files.ts';
import { findFileUses } from '#server/data/published-files.ts';
import { findSchool, lockSchool, updateBranding } from '#server/data/schools.ts';
import type { Database } from '#server/platform/db/client.ts';
import { attachments } from '#server/platform/db/schema/newsletters.ts';
import { offsetOf, type WantedPage } from '#server/platform/paging.ts';
import type { Attachment } from './repo.ts';

/** A page of a school's files, newest first, with the total number and the logo's path. */
export async function listFiles(
  database: Database,
  schoolId: string,
  wantedPage: WantedPage,
): Promise<{ readonly files: readonly Attachment[]; readonly total: number; readonly logo: string | null }> {
  const own = eq(attachments.schoolId, schoolId);
  return await database.forSchool(schoolId, async () => {
    const orm = database.orm();
    const [counted] = await orm.select({ total: count() }).from(attachments).where(own);
    const school = await findSchool(database, schoolId);
    const files = await orm
      .select()
      .from(attachments)
      .where(own)
      .orderBy(desc(attachments.createdAt), desc(attachments.id))
      .limit(wantedPage.per_page)
      .offset(offsetOf(wantedPage));
    return { files, total: counted?.total ?? 0, logo: school?.logo ?? null };
  });
}

/**
 * Deletes a file's row, so that its address stops working. Null if there is no such file, 'logo' if it is the logo. If a
 * newsletter uses it, marks the branding as changed, so that all renderings count as outdated: see `lockBranding`.
 */
export async function deleteFileRow(
  database: Database,
  schoolId: string,
  id: string,
): Promise<(Pick<Attachment, 'key' | 'name'> & { readonly isUsed: boolean }) | 'logo' | null> {
  return await database.forSchool(schoolId, async () => {
    const orm = database.orm();
    // Locked, so that the file cannot become the logo, nor a draft start to use it, in the meantime.
    const school = await lockSchool(database, schoolId);
    const own = and(eq(attachments.schoolId, schoolId), eq(attachments.id, id));
    const [found] = await orm.select().from(attachments).where(own);
    if (found === undefined) return null;
    if (school?.logo === FILES_PATH + found.key) return 'logo';
    const uses = (await findFileUses(database, schoolId, [found.key])).get(found.key) ?? [];
    // Earlier editions are not drawn again.
    const isUsed = uses.some(({ past }) => past !== true);
    await orm.delete(attachments).where(own);
    if (isUsed) await updateBranding(database, schoolId, {});
    return { ...found, isUsed };
  });
}
