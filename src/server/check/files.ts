import { join } from 'node:path';
import type { Config } from '../config.ts';
import { DataFolderRefused } from '../db/errors.ts';
import { isInUse } from '../db/folder-lock.ts';
import { storedFileKeys } from '../db/stored-file-keys.ts';
import { countFiles, missingFiles } from '../features/attachments/missing-files.ts';
import { keysOfRows } from '../features/attachments/repo.ts';
import type { House } from '../house.ts';
import { keysInFolder, readInstallationId } from '../ports/files/disk.ts';
import { type Finding, ok, wrong } from './finding.ts';

/** Whether every file that the database knows is there: of the running program's, or of one that was never started. */
export async function checkFiles(
  { databaseUrl, dataDir }: Config,
  running: Pick<House, 'database'> | null,
): Promise<readonly Finding[]> {
  const folder = join(dataDir, 'files');
  try {
    await readInstallationId(folder);
    const rows =
      running === null
        ? await storedFileKeys({ url: databaseUrl, dataDir })
        : await keysOfRows(running.database);
    if (rows === null || rows.length === 0) return [];
    const missing = missingFiles(countFiles(rows, await keysInFolder(folder)), folder);
    if (missing !== null) return [wrong('Files', missing, 'Bring the rest of the backup')];
    return [ok('Files', `${rows.length} of ${rows.length} files are there`)];
  } catch (error) {
    if (error instanceof DataFolderRefused && !(running === null && isInUse(dataDir)))
      return [wrong('Files', error.message, 'The start refuses this too')];
    // Of a server that is away, and of a folder in use, the line of the database speaks.
    return [];
  }
}
