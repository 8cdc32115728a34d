import { and, asc, eq, getTableColumns, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '#server/platform/db/client.ts';
import { schools } from '#server/platform/db/schema/core.ts';
import { editions, newsletters, savedItems } from '#server/platform/db/schema/newsletters.ts';
import { notes, noteThreads } from '#server/platform/db/schema/notes.ts';

/** The queries of newsletters that other features need, such as the archive. */

const ARCHIVED = {
  id: newsletters.id,
  title: newsletters.title,
  status: newsletters.status,
  version: newsletters.version,
  publishedVersion: newsletters.publishedVersion,
  createdAt: newsletters.createdAt,
  updatedAt: newsletters.updatedAt,
} as const;
/** A newsletter as the archive lists it, without its blocks. */
export type ArchivedNewsletter = Pick<typeof newsletters.$inferSelect, keyof typeof ARCHIVED>;

/** The title of a newsletter's draft; null if the school has no such newsletter. */
export async function findNewsletterTitle(
  database: Database,
  schoolId: string,
  id: string,
): Promise<string | null> {
  const [row] = await database.forSchool(schoolId, () =>
    database
      .orm()
      .select({ title: newsletters.title })
      .from(newsletters)
      .where(and(eq(newsletters.schoolId, schoolId), eq(newsletters.id, id))),
  );
  return row?.title ?? null;
}

/** A newsletter's title, and the slug of its public page (null without one), for other features. Null if there is none. */
export async function findShownNewsletter(database: Database, schoolId: string, id: string) {
  const [row] = await database.forSchool(schoolId, () =>
    database
      .orm()
      .select({ title: newsletters.title, slug: editions.slug })
      .from(newsletters)
      .leftJoin(editions, eq(editions.newsletterId, newsletters.id))
      .where(and(eq(newsletters.schoolId, schoolId), eq(newsletters.id, id))),
  );
  return row ?? null;
}

const { body: _, ...unrendered } = getTableColumns(newsletters);
/** The columns of a newsletter without the rendering of its draft, which is most of a row. */
export const UNRENDERED = unrendered;

/** A newsletter, without its rendering, and its school, read at the same moment; null if the school has no such newsletter. */
export async function findNewsletterWithSchool(database: Database, schoolId: string, id: string) {
  const [row] = await database.forSchool(schoolId, () =>
    database
      .orm()
      .select({ stored: UNRENDERED, branding: schools })
      .from(newsletters)
      .innerJoin(schools, eq(schools.id, newsletters.schoolId))
      .where(and(eq(newsletters.schoolId, schoolId), eq(newsletters.id, id))),
  );
  return row ?? null;
}

/** The content of a newsletter's draft; null if the school has no such newsletter. */
export async function findDraft(database: Database, schoolId: string, id: string) {
  const { title, layoutType, code, codeVersion } = newsletters;
  const [row] = await database.forSchool(schoolId, () =>
    database
      .orm()
      .select({ title, layoutType, code, codeVersion })
      .from(newsletters)
      .where(and(eq(newsletters.schoolId, schoolId), eq(newsletters.id, id))),
  );
  return row ?? null;
}

/** All of a school's newsletters, oldest first. */
export async function listArchivedNewsletters(
  database: Database,
  schoolId: string,
): Promise<readonly ArchivedNewsletter[]> {
  return await database.forSchool(schoolId, () =>
    database
      .orm()
      .select(ARCHIVED)
      .from(newsletters)
      .where(eq(newsletters.schoolId, schoolId))
      .orderBy(asc(newsletters.createdAt), asc(newsletters.id)),
  );
}

/** A newsletter with the page that readers see (null for a draft); null if it was deleted meanwhile. */
export async function findNewsletterWithPage(database: Database, schoolId: string, id: string) {
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

/** The keys of the files that a newsletter shows, in its draft or its edition. */
export async function listFileKeysOf(
  database: Database,
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

/** All notes on a school's newsletters, oldest first. */
export async function listArchivedNotes(database: Database, schoolId: string) {
  return await database.forSchool(schoolId, () =>
    database
      .orm()
      .select({
        title: newsletters.title,
        blockType: noteThreads.blockType,
        createdAt: notes.createdAt,
        personId: notes.personId,
        text: notes.text,
        resolvedAt: noteThreads.resolvedAt,
      })
      .from(notes)
      .innerJoin(noteThreads, eq(noteThreads.id, notes.threadId))
      .innerJoin(newsletters, eq(newsletters.id, noteThreads.newsletterId))
      .where(eq(notes.schoolId, schoolId))
      .orderBy(asc(notes.createdAt), asc(notes.id)),
  );
}

/** All of a school's saved blocks and templates, oldest first. */
export async function listArchivedSavedItems(database: Database, schoolId: string) {
  return await database.forSchool(schoolId, () =>
    database
      .orm()
      .select()
      .from(savedItems)
      .where(eq(savedItems.schoolId, schoolId))
      .orderBy(asc(savedItems.createdAt), asc(savedItems.id)),
  );
}
