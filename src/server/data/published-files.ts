import { and, eq, exists, inArray, isNotNull, not, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { FILES_PATH } from '#contract/rules/stored-files.ts';
import type { StoredPicture } from '#newsletter/render/picture-copies.ts';
import type { Database } from '#server/platform/db/client.ts';
import { schools } from '#server/platform/db/schema/core.ts';
import { deliveries } from '#server/platform/db/schema/deliveries.ts';
import { pastEditions } from '#server/platform/db/schema/history.ts';
import {
  attachments,
  type editions,
  newsletters,
  publishedFiles,
  savedItems,
} from '#server/platform/db/schema/newsletters.ts';
import { timings } from '#server/platform/db/schema/timings.ts';
import { fileKeysIn } from '#server/platform/files/own-addresses.ts';
import { showsPages } from './schools.ts';

/** The newsletters that use a file, and whether readers may see it. */

/**
 * A newsletter that uses a file: in what readers have (its page, or sent mails), in its draft or what is planned of it,
 * or in both. `past`: only in an earlier edition, which is kept. Without an id: saved blocks or a template.
 */
export interface FileUse {
  readonly newsletterId: string | null;
  readonly title: string;
  readonly published: boolean;
  readonly past?: true;
}

/**
 * Records which of the school's files readers of an edition may see, in the edition's transaction. Once the newsletter
 * has been mailed, no file is withdrawn before the newsletter is: the mails keep showing it. `groupFiles`: files that
 * only some groups see.
 */
export async function recordPublishedFiles(
  database: Database,
  {
    newsletterId,
    schoolId,
    pageHtml,
    mailHtml,
  }: Pick<typeof editions.$inferSelect, 'newsletterId' | 'schoolId' | 'pageHtml' | 'mailHtml'>,
  groupFiles: readonly string[],
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
  const keys = [...new Set([...fileKeysIn(pageHtml + mailHtml), ...groupFiles])];
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

/** Hides a newsletter's files from readers, except those that another newsletter publishes. */
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

/**
 * A file's name, its owner, whether readers may see it (an open school has published it, or it is the logo), and
 * whether it is hidden from everybody because the operator hides the pages of a suspended school. Null if there is no
 * such file.
 */
export async function findFileAccess(
  database: Database,
  key: string,
): Promise<
  | (StoredPicture & {
      readonly name: string;
      readonly ownerId: string | null;
      readonly isPublic: boolean;
      readonly isHidden: boolean;
    })
  | null
> {
  const orm = database.orm();
  const published = orm
    .select({ one: sql`1` })
    .from(publishedFiles)
    .where(eq(publishedFiles.attachmentId, attachments.id));
  const [found] = await orm
    .select({
      name: attachments.name,
      contentType: attachments.contentType,
      width: attachments.width,
      height: attachments.height,
      ownerId: sql<string | null>`coalesce(${attachments.schoolId}, ${attachments.userId})`,
      logo: schools.logo,
      isPublished: exists(published),
      showsPages: sql<boolean | null>`${showsPages}`,
      isHidden: schools.hidesPages,
    })
    .from(attachments)
    .leftJoin(schools, eq(schools.id, attachments.schoolId))
    .where(eq(attachments.key, key));
  if (found === undefined) return null;
  const isLogo = found.logo === FILES_PATH + key;
  const { name, contentType, width, height, ownerId } = found;
  return {
    name,
    contentType,
    width,
    height,
    ownerId,
    isPublic: found.showsPages === true && (isLogo || found.isPublished === true),
    isHidden: found.isHidden === true,
  };
}

const useRows = z.array(
  z.object({
    key: z.string(),
    newsletter_id: z.string().nullable(),
    title: z.string(),
    published: z.boolean(),
    past: z.boolean(),
  }),
);

// The file keys in the text of blocks, in SQL.
const keysIn = (code: SQL) =>
  sql`regexp_matches(${code}::text, '/files/([a-z0-9]{32}\\.[a-z0-9]{3,4})', 'g')`;

/**
 * The newsletters and saved items that use these files of a school, by key. Planned timings are searched in full, since
 * nothing else lists their files; so are drafts that an earlier version of the program saved, until `noteFiles`.
 */
export async function findFileUses(
  database: Database,
  schoolId: string,
  keys: readonly string[],
): Promise<ReadonlyMap<string, readonly FileUse[]>> {
  const uses = new Map<string, FileUse[]>();
  if (keys.length === 0) return uses;
  const wanted = sql`${sql.param(keys)}::text[]`;
  const rows = await database.forSchool(schoolId, async () => {
    const found = await database.orm().execute(sql`
      select used.key, n.id as newsletter_id, n.title, bool_or(used.published) as published, bool_and(used.past) as past
      from (
        select d.id as newsletter_id, unnest(d.file_keys) as key, false as published, false as past
        from newsletters d where d.school_id = ${schoolId} and d.files_of = d.version and d.file_keys && ${wanted}
        union all
        select d.id, (${keysIn(sql`d.code`)})[1], false, false
        from newsletters d where d.school_id = ${schoolId} and d.files_of is distinct from d.version
        union all
        select t.newsletter_id, (${keysIn(sql`t.code`)})[1], false, false
        from ${timings} t where t.school_id = ${schoolId} and t.kind = 'publish' and t.status in ('planned', 'held')
        union all
        select p.newsletter_id, a.key, true, false
        from published_files p join attachments a on a.id = p.attachment_id where p.school_id = ${schoolId} and a.key = any(${wanted})
        union all
        select e.newsletter_id, unnest(e.file_keys), false, true from ${pastEditions} e where e.school_id = ${schoolId} and e.file_keys && ${wanted}
      ) used join ${newsletters} n on n.id = used.newsletter_id
      where n.school_id = ${schoolId} and used.key = any(${wanted})
      group by used.key, n.id, n.title
      union all
      select distinct found[1], null::uuid, s.name, false, false
      from ${savedItems} s, ${keysIn(sql`s.code`)} as found
      where s.school_id = ${schoolId} and found[1] = any(${wanted})
      order by title, newsletter_id`);
    return useRows.parse(found.rows);
  });
  for (const { key, newsletter_id: newsletterId, title, published, past } of rows) {
    const use = { newsletterId, title, published, ...(past && { past }) };
    uses.set(key, [...(uses.get(key) ?? []), use]);
  }
  return uses;
}

const NOTED_AT_ONCE = 100;

/** Notes the files of drafts that an earlier version of the program saved, in batches, so that a save waits for one batch at most. */
export async function noteFiles(database: Database): Promise<void> {
  for (let noted = NOTED_AT_ONCE; noted === NOTED_AT_ONCE; ) {
    const found = await database.orm().execute(sql`
      update ${newsletters} n set file_keys = array(select distinct (${keysIn(sql`n.code`)})[1]), files_of = n.version
      where n.id in (
        select id from ${newsletters} where files_of is distinct from version limit ${NOTED_AT_ONCE} for update skip locked
      ) returning n.id`);
    noted = found.rows.length;
  }
}
