import type { AppContext } from '#server/context.ts';
import { findFilesByKey } from '#server/data/attachments.ts';
import { decompress } from '#server/platform/brotli.ts';
import { fileKeysIn, staffAddresses } from '#server/platform/files/own-addresses.ts';

/** Shown in the place of a deleted picture. */
const TAKEN_DOWN = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 200"><path fill="#eceae4" d="M0 0h600v200H0z"/><text x="300" y="108" font-family="sans-serif" font-size="24" text-anchor="middle" fill="#46546d">Taken down</text></svg>',
)}`;

/**
 * Page and mail of a past edition as staff see them: as they were sent, but with addresses of the school's files that work even
 * if nothing of it is public. Deleted pictures are marked as taken down.
 */
export async function shownEdition(
  context: AppContext,
  schoolId: string,
  kept: { readonly page: Buffer; readonly mail: Buffer },
): Promise<{ readonly page: string; readonly mail: string; readonly files_deleted: number }> {
  const page = String(await decompress(kept.page));
  const mail = String(await decompress(kept.mail));
  const deleted = await deletedKeys(context, schoolId, page + mail);
  const { everywhere } = await staffAddresses(context, schoolId);
  return {
    page: everywhere(withoutDeleted(page, deleted)),
    mail: everywhere(withoutDeleted(mail, deleted)),
    files_deleted: deleted.length,
  };
}

/** The keys of the school's files in a page or a mail that have been deleted since. */
export async function deletedKeys(
  { database }: AppContext,
  schoolId: string,
  markup: string,
): Promise<string[]> {
  const keys = fileKeysIn(markup);
  const kept = keys.length === 0 ? [] : await findFilesByKey(database, schoolId, keys);
  return keys.filter((key) => !kept.some((file) => file.key === key));
}

/** Marks deleted pictures in a page or a mail as taken down. */
export function withoutDeleted(markup: string, deleted: readonly string[]): string {
  if (deleted.length === 0) return markup;
  const isDeleted = (tag: string) => deleted.some((key) => tag.includes(key));
  return markup
    .replace(/<source [^>]*>/g, (tag) => (isDeleted(tag) ? '' : tag))
    .replace(/<img [^>]*>/g, (tag) =>
      isDeleted(tag) ? tag.replace(/ src="[^"]*"/, ` src="${TAKEN_DOWN}"`) : tag,
    );
}
