import type { Readable } from 'node:stream';
import { notDelivered } from '#contract/delivery-state.ts';
import { nameOrEmail } from '#contract/rules/names.ts';
import type { AppContext } from '#server/context.ts';
import { findSentVariant, listSentVariants } from '#server/data/groups/sent-variants.ts';
import { type ArchivedEdition, findArchivedEdition } from '#server/data/past-editions.ts';
import { decompress } from '#server/platform/brotli.ts';
import { csvOf } from '#server/platform/csv.ts';
import { fileSlug } from '#server/platform/files/file-slug.ts';
import type { ZipArchive } from '#server/platform/zip-archive.ts';
import { editionPathOf, offlinePage } from './archive-pages.ts';

/** The editions in the archive: each one's page and mail, and a table of when and by whom it was published, and how many it reached. */

/** Adds the page and the mail of an edition. */
export async function addEdition(
  archive: ZipArchive,
  { database, config: { publicUrl } }: AppContext,
  schoolId: string,
  edition: ArchivedEdition,
): Promise<void> {
  const path = editionPathOf(edition);
  const read = () => findArchivedEdition(database, schoolId, edition.id);
  const opened = async (bytes: Buffer | undefined) =>
    offlinePage(bytes === undefined ? '' : String(await decompress(bytes)), publicUrl);
  archive.add(`${path}.html`, async () => await opened((await read())?.page));
  archive.add(`${path}.mail.html`, async () => withoutLinks(await opened((await read())?.mail), publicUrl));
  archive.add(`${path}.mail.txt`, async () => (await read())?.mailText ?? '');
  const variants = await listSentVariants(database, schoolId, edition.id);
  for (const [index, { id, words }] of variants.entries()) {
    const own = `${path}.for-groups-${index + 1}-${fileSlug(words) || 'groups'}`;
    const variant = () => findSentVariant(database, schoolId, edition.id, id);
    archive.add(`${own}.html`, async () => await opened((await variant())?.page ?? undefined));
    archive.add(`${own}.mail.html`, async () =>
      withoutLinks(await opened((await variant())?.mail), publicUrl),
    );
  }
}

// Removes links to the server, like on the pages.
function withoutLinks(mail: string, publicUrl: string): string {
  return mail.replace(/ href="([^"]*)"/g, (whole, address: string) =>
    address.startsWith(publicUrl) ? '' : whole,
  );
}

const HEADINGS = [
  'title',
  'version',
  'published_at',
  'published_by',
  'drawn_again_at',
  'sent_to',
  'came_back',
  'not_confirmed',
  'page',
] as const;

/** The table of all editions. */
export function editionsCsv(editions: readonly ArchivedEdition[]): Readable {
  async function* rows() {
    yield editions.map((edition) => [
      edition.title,
      String(edition.version),
      edition.publishedAt.toISOString(),
      nameOrEmail(edition),
      edition.redrawnAt?.toISOString() ?? null,
      String(edition.sent),
      String(notDelivered(edition)),
      String(edition.unconfirmed),
      `${editionPathOf(edition)}.html`,
    ]);
  }
  return csvOf(HEADINGS, rows());
}
