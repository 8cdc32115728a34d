import { withoutBlocks } from '#newsletter/document/arrange.ts';
import { isFor } from '#newsletter/document/audience.ts';
import type { Block } from '#newsletter/document/document.ts';
import { blocksOf } from '#newsletter/document/layout.ts';
import type { AppContext } from '#server/context.ts';
import { datesShown } from '#server/data/editions.ts';
import { type CurrentGroups, currentGroups } from '#server/data/groups/current-groups.ts';
import { findVariantBySlug } from '#server/data/groups/variant-pages.ts';
import { loadSchool } from '#server/data/schools.ts';
import { compressGzip, etagOf } from '#server/features/newsletters/publishing/publishing.ts';
import { editionPage, readersDocument } from '#server/features/newsletters/publishing/rendering.ts';
import { compress } from '#server/platform/brotli.ts';
import { sourceOf } from './targets.ts';
import { changeVariant, findSlugs, findUnread, saveVariantPage } from './variants-repo.ts';

/**
 * The pages that mails with blocks for groups link to. A page follows corrections of its newsletter: it shows the blocks for
 * everyone, and those that every family with this mail may see.
 */

/** The page of a slug as it is sent; null if there is none. Renders it again if the edition was. */
export async function findVariantPage(context: AppContext, slug: string) {
  const found = await findVariantBySlug(context.database, slug);
  if (found === null) return null;
  const { edition, schoolName, language, calendarTag } = found;
  const page = found.page?.drawing === edition.drawing ? found.page : await drawPage(context, found);
  if (page === null) return null;
  const { title, publishedAt, slug: of } = edition;
  const { html, gzip, brotli, etag, blocks } = page;
  const calendar = datesShown(edition.calendar, blocks);
  const dates = { title, publishedAt, schoolName, language, calendar };
  return { html, gzip, brotli, etag, of, listed: false, calendarTag, ...dates };
}

async function drawPage(
  context: AppContext,
  { variant, edition, sentDrawing }: NonNullable<Awaited<ReturnType<typeof findVariantBySlug>>>,
) {
  const { database } = context;
  const { schoolId, id: variantId, slug } = variant;
  const source = sourceOf(edition);
  if (source === null) return null;
  const school = await loadSchool(database, schoolId);
  const all = await readersDocument(context, school, source);
  const groups = await currentGroups(database, schoolId);
  const own = blocksOf(all).filter((block) => block.audience !== undefined);
  const shown = own.filter((block) => variant.readers.every((set) => maySee(block, set, groups)));
  const names = new Set(shown.map(({ name }) => name));
  const hidden = own.filter(({ name }) => !names.has(name));
  const document = withoutBlocks(all, new Set(hidden.map(({ name }) => name)));
  const html = await editionPage(context, school, {
    title: edition.title,
    document,
    slug,
    date: edition.publishedAt,
    isForGroups: true,
  });
  const bytes = Buffer.from(html);
  const page = {
    drawing: edition.drawing,
    blocks: [...names],
    html,
    gzip: await compressGzip(bytes, { level: 9 }),
    brotli: await compress(bytes),
    etag: etagOf(bytes),
  };
  await saveVariantPage(database, { ...page, variantId, schoolId });
  // Families saw the edition that was sent, so a later correction is not stored.
  if (variant.page === null && sentDrawing === edition.drawing)
    await changeVariant(database, schoolId, variantId, { page: page.brotli });
  return page;
}

// Counts retired and deleted groups, too: a family that was sent a block may read it again.
function maySee(block: Block, readers: readonly string[], groups: CurrentGroups): boolean {
  const current = (ids: readonly string[]) => ids.map((id) => groups.get(id)?.id ?? id);
  return isFor({ audience: current(block.audience ?? []) }, new Set(current(readers)));
}

/** Stores the current pages of an edition's variants that nobody has read yet. Does nothing if it has been corrected since. */
export async function keepVariantPages(
  context: AppContext,
  schoolId: string,
  editionId: string,
): Promise<void> {
  const unread = await findUnread(context.database, schoolId, editionId);
  for (const slug of (await findSlugs(context.database, schoolId, unread)).values())
    await findVariantPage(context, slug);
}
