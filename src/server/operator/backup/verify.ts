import type { AppContext } from '#server/context.ts';
import { listArchivedNewsletters } from '#server/data/newsletters.ts';
import { findArchivedEdition, listArchivedEditions } from '#server/data/past-editions.ts';
import { listSchoolIds, loadSchool, type School } from '#server/data/schools.ts';
import { listFileKeys } from '#server/features/attachments/repo.ts';
import { renderEdition } from '#server/features/newsletters/publishing/rendering.ts';
import { findNewsletter } from '#server/features/newsletters/repo.ts';
import { decompress } from '#server/platform/brotli.ts';

/** The counts of all that was checked, and the faults found, in sentences. */
export interface Verified {
  readonly schools: number;
  readonly newsletters: number;
  readonly editions: number;
  readonly files: number;
  readonly faults: readonly string[];
}

/**
 * Checks all stored data: each published newsletter can still be rendered, each past edition can be read, each file
 * exists. Changes nothing.
 */
export async function verify(context: AppContext): Promise<Verified> {
  const faults: string[] = [];
  let newsletters = 0;
  let editions = 0;
  const schools = await listSchoolIds(context.database);
  for (const id of schools) {
    const school = await loadSchool(context.database, id);
    newsletters += await verifyNewsletters(context, school, faults);
    editions += await verifyEditions(context, school, faults);
  }
  const files = await verifyFiles(context, faults);
  return { schools: schools.length, newsletters, editions, files, faults };
}

async function verifyNewsletters(context: AppContext, school: School, faults: string[]): Promise<number> {
  const listed = await listArchivedNewsletters(context.database, school.id);
  for (const { id, title } of listed) {
    const newsletter = await findNewsletter(context.database, school.id, id);
    const { slug = null, publishedAt = null } = newsletter ?? {};
    if (newsletter === null || slug === null || publishedAt === null) continue;
    await renderEdition(context, school, newsletter, { slug, publishedAt }).catch((error: unknown) => {
      faults.push(`${nameOf(school, title)} cannot be drawn: ${messageOf(error)}`);
    });
  }
  return listed.length;
}

async function verifyEditions(context: AppContext, school: School, faults: string[]): Promise<number> {
  const listed = await listArchivedEditions(context.database, school.id);
  for (const { id, title, publishedAt } of listed) {
    const name = `${nameOf(school, title)}, as published ${publishedAt.toISOString()},`;
    const edition = await findArchivedEdition(context.database, school.id, id);
    for (const part of ['page', 'mail'] as const)
      if (edition !== null && !(await isReadable(edition[part])))
        faults.push(`${name} has no readable ${part}`);
  }
  return listed.length;
}

async function isReadable(compressed: Buffer): Promise<boolean> {
  return await decompress(compressed).then(
    (html) => html.length > 0,
    () => false,
  );
}

async function verifyFiles({ database, files }: AppContext, faults: string[]): Promise<number> {
  const rows = await listFileKeys(database);
  const stored = await files.keys();
  for (const key of rows)
    if (!stored.has(key)) faults.push(`The file ${key} is missing in ${files.place.name}`);
  return rows.length;
}

const nameOf = ({ name }: School, title: string) => `‘${title}’ of ${name}`;

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
