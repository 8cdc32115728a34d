import type { Config } from '#server/config.ts';
import { databaseFolder, isCreated } from '#server/platform/db/embedded/folder.ts';
import { isFolderInUse } from '#server/platform/db/embedded/folder-lock.ts';
import { refuseUnfinished } from '#server/unfinished-restore.ts';
import { OperatorError } from './operator-error.ts';

/**
 * Throws `OperatorError` if there is no database yet, since commands make none, or if a program uses the embedded one,
 * which shows before an engine is loaded. Throws `DataFolderRefused` after an unfinished restore, since some of the
 * data may be missing.
 */
export async function requireDatabase(config: Config): Promise<void> {
  const { databaseUrl: url, dataDir } = config;
  await refuseHalf(config);
  if (url === undefined) {
    if (!isCreated(databaseFolder(dataDir)))
      throw new OperatorError(`There is no database in ${dataDir}: set DATA_DIR to the program's folder.`);
    return refuseInUse(dataDir);
  }
  const { hasDatabase } = await import('#server/platform/db/open-database.ts');
  if (!(await hasDatabase({ url, dataDir })))
    throw new OperatorError('There is nothing in the database of DATABASE_URL: is it the right one?');
}

/** Throws `DataFolderRefused` after an unfinished restore. */
export async function refuseHalf({ dataDir, databaseDirectUrl, databaseUrl }: Config): Promise<void> {
  refuseUnfinished(dataDir);
  const url = databaseDirectUrl ?? databaseUrl;
  if (url === undefined) return;
  const { refuseMarked } = await import('#server/platform/db/restoring-mark.ts');
  await refuseMarked(url);
}

/** Throws `OperatorError` if a program uses the embedded database. */
export function refuseInUse(dataDir: string): void {
  if (isFolderInUse(dataDir))
    throw new OperatorError(`A program is using the data in ${dataDir}: stop it first.`);
}
