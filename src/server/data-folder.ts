import { accessSync, chmodSync, constants, existsSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DataFolderRefused } from '#server/platform/db/errors.ts';

/** Nobody but the program's own user: PostgreSQL asks the same of its folder. */
const PRIVATE = 0o700;
const PARTS = ['database', 'files', 'outbox'];

/**
 * Makes DATA_DIR where there is none, and keeps what is in it from the machine's other users: subscribers' addresses,
 * hashes of passwords, mails with links that sign in. Throws `DataFolderRefused` where it cannot be used.
 */
export function openDataFolder(dataDir: string): void {
  // The embedded engine gives its files modes of its own, so its folder is what keeps them.
  process.umask(0o077);
  try {
    mkdirSync(dataDir, { recursive: true });
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const reason = error instanceof Error ? error.message.split(',')[0] : String(error);
    throw new DataFolderRefused(
      `The folder ${dataDir} cannot be used (${reason}): set DATA_DIR to one that this user may write to.`,
    );
  }
  for (const part of PARTS) {
    const folder = join(dataDir, part);
    if (existsSync(folder) && !statSync(folder).isDirectory())
      throw new DataFolderRefused(`${folder} is no folder: move it away, or set DATA_DIR to another folder.`);
    makePrivate(folder);
  }
}

// Made by an older version, or restored from a backup.
function makePrivate(folder: string): void {
  if (!existsSync(folder)) return;
  try {
    chmodSync(folder, PRIVATE);
  } catch {
    // Somebody else's folder, or a file system without modes: whoever set that up decides.
  }
}
