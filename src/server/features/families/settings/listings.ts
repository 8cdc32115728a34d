import type { z } from 'zod';
import type { Listing, ListingResource, listingRoutes } from '#contract/families/listings.ts';
import { schoolPagePath } from '#contract/paths.ts';
import type { AppContext } from '#server/context.ts';
import { recordAudit } from '#server/data/audit-log.ts';
import { findListable, listListable, setListed } from '#server/data/families/listings.ts';
import { findSchoolPages } from '#server/data/families/school-pages.ts';
import { loadSchool } from '#server/data/schools.ts';
import { notFound } from '#server/platform/http/errors.ts';
import type { Member } from '#server/platform/http/handle.ts';

/** The newsletters on the school's page. */

const LISTINGS_MAX = 1000;

/** A school's listings. Throws 404 for another school. */
export async function readListings(
  { database }: AppContext,
  { schoolId }: Member,
  id: string,
): Promise<readonly Listing[]> {
  if (id !== schoolId) throw notFound('School');
  const rows = await listListable(database, schoolId, LISTINGS_MAX);
  return rows.map((row) => ({
    id: row.id,
    title: row.title,
    published_at: row.publishedAt.toISOString(),
    is_listed: row.isListed,
  }));
}

/** A newsletter's listing. Throws 404 if it is not published, or another school's. */
export async function readListing(
  { database, config }: AppContext,
  { schoolId }: Member,
  id: string,
): Promise<ListingResource> {
  const row = await findListable(database, schoolId, id);
  if (row === null) throw notFound('Newsletter');
  const pages = await findSchoolPages(database, schoolId);
  const page = pages?.listsNewsletters
    ? config.publicUrl + schoolPagePath(pages.address, 'newsletters')
    : null;
  return { id, type: 'listing', attributes: { is_listed: row.isListed, page_url: page } };
}

/** Lists or unlists a newsletter. Throws 404 if it is not published, or another school's. */
export async function changeListing(
  context: AppContext,
  caller: Member,
  id: string,
  { is_listed }: z.output<typeof listingRoutes.setListing.body>,
): Promise<void> {
  const { database, config } = context;
  const { schoolId } = caller;
  await database.forSchool(schoolId, async () => {
    const row = await findListable(database, schoolId, id);
    const around = { school: await loadSchool(database, schoolId), publicUrl: config.publicUrl };
    if (row === null || !(await setListed(database, around, id, is_listed))) throw notFound('Newsletter');
    if (row.isListed === is_listed) return;
    const action = is_listed ? 'newsletter_listed' : 'newsletter_unlisted';
    await recordAudit(context, caller, action, row.title, { news_letter_id: id });
  });
}
