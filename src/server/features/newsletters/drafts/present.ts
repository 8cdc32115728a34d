import type { z } from 'zod';
import { deliveryState } from '#contract/delivery-state.ts';
import {
  type NewsletterListItem,
  type NewsletterResource,
  newsletterListItem,
  newsletterResource,
  savedNewsletter,
} from '#contract/newsletters.ts';
import { timingState } from '#contract/timing/timing-state.ts';
import type { MissingFiles } from '#newsletter/document/missing-files.ts';
import { storedBlocks } from '#newsletter/document/upgrade.ts';
import type { Item, Newsletter, NewsletterListRow } from '#server/features/newsletters/repo.ts';
import { attributesOf, resourceOf } from '#server/platform/columns.ts';
import type { StaffAddresses } from '#server/platform/files/own-addresses.ts';
import { absoluteBody, withAddresses } from '#server/platform/files/own-addresses.ts';
import { presentCarriedOver } from './carried-over.ts';

/** A newsletter in the list. */
export function presentListItem(
  row: NewsletterListRow,
  publicUrl: string,
  files: StaffAddresses,
): NewsletterListItem {
  const { lastDelivery: last, nextTiming: next } = row;
  return resourceOf(newsletterListItem, row, {
    ...shared(row, publicUrl, files),
    last_delivery: last && attributesOf(deliveryState, last),
    next_timing: next && attributesOf(timingState, next),
    is_listed: row.isListed,
  });
}

/** Facts about a newsletter from the school's other tables. */
export interface Known {
  readonly missing: MissingFiles;
  /** The hashes of invented content; see `inventedContent`. */
  readonly invented: ReadonlySet<string>;
}

/** A newsletter with its blocks, upgraded to the current format. */
export function presentNewsletter(
  row: Newsletter,
  publicUrl: string,
  files: StaffAddresses,
  { missing, invented }: Known,
): NewsletterResource {
  const code = storedBlocks(row.code, row.codeVersion);
  return resourceOf(newsletterResource, row, {
    ...shared(row, publicUrl, files),
    code: withAddresses(code, files.addressOf),
    carried_over: carriedOverIn(row, invented),
    missing_files: [...missing],
  });
}

/** The response to a save, for the sender. */
export function presentSaved(
  row: Newsletter,
  { missing, invented }: Known,
): z.output<typeof savedNewsletter> {
  return resourceOf(savedNewsletter, row, {
    has_unpublished_changes: hasUnpublishedChanges(row),
    carried_over: carriedOverIn(row, invented),
    missing_files: [...missing],
  });
}

function carriedOverIn(
  row: Newsletter,
  invented: ReadonlySet<string>,
): NewsletterResource['attributes']['carried_over'] {
  return presentCarriedOver({ ...row, code: storedBlocks(row.code, row.codeVersion), invented });
}

function shared(row: Item, publicUrl: string, files: StaffAddresses) {
  return {
    body: absoluteBody(files.inMarkup(row.body), publicUrl),
    has_unpublished_changes: hasUnpublishedChanges(row),
  };
}

function hasUnpublishedChanges(row: Pick<Item, 'status' | 'version' | 'publishedVersion'>): boolean {
  return row.status === 'published' && row.version !== row.publishedVersion;
}
