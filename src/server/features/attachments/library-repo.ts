import { and, count, desc, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { FILES_PATH } from '#contract/files.ts';
import { findSchool, lockSchool, updateBranding } from '#server/data/schools.ts';
import type { Database } from '#server/platform/db/client.ts';
import { attachments, newsletters } from '#server/platform/db/schema/newsletters.ts';
import { offsetOf, type WantedPage } from '#server/platform/paging.ts';
import type { Attachment } from './repo.ts';

/** A newsletter in which a file stands: in what readers have (its page, or mails that went out), in the draft, or both. */
export interface FileUse {
  readonly newsletterId: string;
  readonly title: string;
  readonly published: boolean;
}

/** A page of a school's files, the newest first, how many there are, and the path of the logo. */
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

const useRows = z.array(
  z.object({ key: z.string(), newsletter_id: z.string(), title: z.string(), published: z.boolean() }),
);

/** Where these files of a school are used, by key. Drafts are read whole: they say nowhere else what they show. */
export async function usesOf(
  database: Database,
  schoolId: string,
  keys: readonly string[],
): Promise<ReadonlyMap<string, readonly FileUse[]>> {
  const uses = new Map<string, FileUse[]>();
  if (keys.length === 0) return uses;
  const wanted = sql.join(
    keys.map((key) => sql`${key}`),
    sql`, `,
  );
  const rows = await database.forSchool(schoolId, async () => {
    const found = await database.orm().execute(sql`
      select used.key, n.id as newsletter_id, n.title, bool_or(used.published) as published
      from (
        select d.id as newsletter_id, (regexp_matches(d.code::text, '/files/([a-z0-9]{32}\\.[a-z0-9]{3,4})', 'g'))[1] as key, false as published
        from newsletters d where d.school_id = ${schoolId}
        union all
        select p.newsletter_id, a.key, true
        from published_files p join attachments a on a.id = p.attachment_id where p.school_id = ${schoolId}
      ) used join ${newsletters} n on n.id = used.newsletter_id
      where n.school_id = ${schoolId} and used.key in (${wanted})
      group by used.key, n.id, n.title order by n.title, n.id`);
    return useRows.parse(found.rows);
  });
  for (const { key, newsletter_id: newsletterId, title, published } of rows)
    uses.set(key, [...(uses.get(key) ?? []), { newsletterId, title, published }]);
  return uses;
}

/**
 * Deletes a file's row, and with it that readers may see it. Null where there is none; 'logo' where it is the logo. Where it
 * is used, the school's newsletters count as drawn with something older: see `holdBranding` of the newsletters.
 */
export async function removeFile(
  database: Database,
  schoolId: string,
  id: string,
): Promise<(Pick<Attachment, 'key' | 'name'> & { readonly isUsed: boolean }) | 'logo' | null> {
  return await database.forSchool(schoolId, async () => {
    const orm = database.orm();
    // Held against a change of the logo to this very file, and against drafts that begin to use it.
    const school = await lockSchool(database, schoolId);
    const own = and(eq(attachments.schoolId, schoolId), eq(attachments.id, id));
    const [found] = await orm.select().from(attachments).where(own);
    if (found === undefined) return null;
    if (school?.logo === FILES_PATH + found.key) return 'logo';
    const isUsed = (await usesOf(database, schoolId, [found.key])).size > 0;
    await orm.delete(attachments).where(own);
    if (isUsed) await updateBranding(database, schoolId, {});
    return { ...found, isUsed };
  });
}
