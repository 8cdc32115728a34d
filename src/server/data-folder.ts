import { accessSync, chmodSync, constants, existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DataFolderRefused } from '#server/platform/db/errors.ts';
import { LEAVINGS_FOLDER } from '#server/platform/leavings-file.ts';
import { makeFolder } from '#server/platform/make-folder.ts';

/** The default of DATA_DIR. */
export const DATA_DIR_DEFAULT = './data';

/** Access for the program's own user only, as PostgreSQL requires of its data folder. */
const PRIVATE = 0o700;
const PARTS = ['database', 'files', 'outbox', LEAVINGS_FOLDER];

/**
 * Creates DATA_DIR if it is missing and makes its content private to this user: it holds subscribers' addresses, password
 * hashes and mails with sign-in links. Throws `DataFolderRefused` if the folder cannot be used.
 */
export function openDataFolder(dataDir: string): void {
  // The embedded engine sets its own file modes, so only its folder protects them.
  process.umask(0o077);
  try {
    makeFolder(dataDir);
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const reason = error instanceof Error ? error.message.split(',')[0] : String(error);
    const done = existsSync(dataDir) ? 'used' : 'made';
    throw new DataFolderRefused(
      `The folder ${dataDir} cannot be ${done} (${reason}): set DATA_DIR to one that this user may write to.`,
    );
  }
  refuseRoot(dataDir);
  for (const part of PARTS) {
    const folder = join(dataDir, part);
    if (existsSync(folder) && !statSync(folder).isDirectory())
      throw new DataFolderRefused(`${folder} is no folder: move it away, or set DATA_DIR to another folder.`);
    makePrivate(folder);
  }
}

// The program could not read root's files once it is started as its own user.
function refuseRoot(dataDir: string): void {
  const { uid } = statSync(dataDir);
  if (process.geteuid?.() !== 0 || uid === 0) return;
  throw new DataFolderRefused(
    `${dataDir} belongs to another user (number ${uid}), who could not read what root leaves there: start the program as that user, as by ‘sudo -u’ or the unit.`,
  );
}

// The folder may come from an older version or a backup.
function makePrivate(folder: string): void {
  if (!existsSync(folder)) return;
  try {
    chmodSync(folder, PRIVATE);
  } catch {
    // Another user's folder, or a file system without modes: the operator decides who has access.
  }
}
