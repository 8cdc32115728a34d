import type { NewsletterListItem, NewsletterResource } from '#contract/newsletters.ts';
import type { MissingFiles } from '#newsletter/document/missing-files.ts';
import { storedBlocks } from '#newsletter/document/upgrade.ts';
import type { Item, ListItem, Newsletter } from '#server/features/newsletters/repo.ts';
import { absoluteBody, withAddresses } from '#server/platform/files/own-files.ts';
import type { StaffAddresses } from '#server/platform/files/staff-addresses.ts';

/** A newsletter as the list shows it. */
export function presentListItem(row: ListItem, publicUrl: string, files: StaffAddresses): NewsletterListItem {
  const last = row.lastDelivery;
  const last_delivery = last && {
    status: last.status,
    send_at: last.sendAt?.toISOString() ?? null,
    finished_at: last.finishedAt?.toISOString() ?? null,
  };
  return { id: row.id, type: 'news_letter', attributes: { ...shared(row, publicUrl, files), last_delivery } };
}

/** A newsletter with its blocks, brought up to date. */
export function presentNewsletter(
  row: Newsletter,
  publicUrl: string,
  files: StaffAddresses,
  missing: MissingFiles,
): NewsletterResource {
  return {
    id: row.id,
    type: 'news_letter',
    attributes: {
      ...shared(row, publicUrl, files),
      code: withAddresses(storedBlocks(row.code, row.codeVersion), files.addressOf),
      footerContent: row.footerContent,
      missing_files: [...missing],
      version: row.version,
      published_at: row.publishedAt?.toISOString() ?? null,
    },
  };
}

function shared(
  row: Item,
  publicUrl: string,
  files: StaffAddresses,
): Omit<NewsletterListItem['attributes'], 'last_delivery'> {
  return {
    title: row.title,
    body: absoluteBody(files.inMarkup(row.body), publicUrl),
    layout_type: row.layoutType,
    status: row.status,
    slug: row.slug,
    has_unpublished_changes: row.status === 'published' && row.version !== row.publishedVersion,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}
