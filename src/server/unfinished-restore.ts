import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DataFolderRefused } from '#server/platform/db/errors.ts';

/** A mark in DATA_DIR while a backup is being restored: the data there is incomplete. */

const markIn = (dataDir: string) => join(dataDir, 'restore-unfinished');

/** Marks that a restore has begun. */
export function markUnfinished(dataDir: string): void {
  writeFileSync(markIn(dataDir), '', { flush: true, mode: 0o600 });
}

/** Removes the mark: the restore is complete, or the data was moved away. */
export function unmarkUnfinished(dataDir: string): void {
  rmSync(markIn(dataDir), { force: true });
}

/** Whether a restore began and did not end. */
export function isRestoring(dataDir: string): boolean {
  return existsSync(markIn(dataDir));
}

/** Throws `DataFolderRefused` if a restore began and did not end. */
export function refuseUnfinished(dataDir: string): void {
  if (isRestoring(dataDir))
    throw new DataFolderRefused(
      `A restore into ${dataDir} did not end, so part of the data may be missing: restore again with --aside, on a server into an empty database.`,
    );
}
