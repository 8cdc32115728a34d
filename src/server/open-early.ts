import { databaseFolder, isCreated } from '#server/platform/db/embedded/folder.ts';
import { openEngineEarly } from '#server/platform/db/embedded/threaded-engine.ts';
import { DATA_DIR_DEFAULT, openDataFolder } from './data-folder.ts';
import { refuseUnfinished } from './unfinished-restore.ts';

/**
 * Begins to open an existing embedded database in its thread, while this thread loads the program: each takes half a
 * second. Faults of the folder are reported later, when the database is needed.
 */
export function openEarly({ DATABASE_URL, DATA_DIR }: NodeJS.ProcessEnv): void {
  const dataDir = DATA_DIR || DATA_DIR_DEFAULT;
  const folder = databaseFolder(dataDir);
  if (DATABASE_URL || !isCreated(folder)) return;
  try {
    openDataFolder(dataDir);
    refuseUnfinished(dataDir);
  } catch {
    return;
  }
  openEngineEarly(folder);
}
