import { isEmptySpace, type StoredBlock } from '#newsletter/document/document.ts';
import { fileKeyOf, type MissingFiles } from '#newsletter/document/missing-files.ts';
import { filesOf } from '#newsletter/document/traits.ts';
import type { Database } from '#server/platform/db/client.ts';
import { findFilesByKey } from './attachments.ts';

/** Deleted files that newsletters still use: readers get the rest, and staff are notified of the missing ones. */

/** The keys of own files in these blocks that the school does not have. */
export async function missingFiles(
  database: Database,
  schoolId: string,
  code: readonly StoredBlock[],
): Promise<MissingFiles> {
  const paths = code.flatMap((block) => (isEmptySpace(block) ? [] : filesOf(block)));
  const keys = new Set(paths.map(fileKeyOf).filter((key) => key !== null));
  if (keys.size === 0) return keys;
  for (const { key } of await findFilesByKey(database, schoolId, [...keys])) keys.delete(key);
  return keys;
}
