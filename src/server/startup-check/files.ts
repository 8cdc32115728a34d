import type { Config } from '#server/config.ts';
import { filesToLookAt } from '#server/create-context.ts';
import { storedFileKeys } from '#server/data/stored-file-keys.ts';
import {
  countFiles,
  type FileCount,
  missingFilesWarning,
} from '#server/features/attachments/storage/missing-files.ts';
import type { DatabaseOptions } from '#server/platform/db/client.ts';
import { isFolderInUse } from '#server/platform/db/embedded/folder-lock.ts';
import { DataFolderRefused } from '#server/platform/db/errors.ts';
import type { FilePort } from '#server/platform/files/files.ts';
import { ok, type StartupFinding, wrong } from './finding.ts';

/** Whether every file in the database exists: as counted at the start, or counted now if the program is not running. */
export async function checkStoredFiles(
  config: Config,
  counted: FileCount | null,
): Promise<readonly StartupFinding[]> {
  const { databaseUrl, dataDir } = config;
  try {
    const files = await filesToLookAt(config);
    await files.readInstallationId();
    const count = counted ?? (await countStored({ url: databaseUrl, dataDir }, files));
    if (count.rows === 0) return [];
    const missing = missingFilesWarning(count, files.place.name);
    if (missing !== null) return [wrong('Files', missing, 'Bring the rest of the backup')];
    return [ok('Files', `${count.rows} of ${count.rows} files are there`)];
  } catch (error) {
    if (error instanceof DataFolderRefused && !(counted === null && isFolderInUse(dataDir)))
      return [wrong('Files', error.message, 'The start refuses this too')];
    // Other findings report an absent server, a store, and a folder in use.
    return [];
  }
}

async function countStored(database: DatabaseOptions, files: Pick<FilePort, 'keys'>): Promise<FileCount> {
  const rows = (await storedFileKeys(database)) ?? [];
  return countFiles(rows, rows.length === 0 ? new Set() : await files.keys());
}
