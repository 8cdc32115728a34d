import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DataFolderRefused, DiskFull } from '#server/platform/db/errors.ts';

/** Holds a folder for this process. The kernel lets go of it when the process ends, however it ends. */
export interface FolderLock {
  /** Twice is fine: whoever fails to open a database may have closed it already. */
  release(): void;
}

// SQLITE_BUSY and SQLITE_FULL
const TAKEN = 5;
const FULL = 13;

/**
 * Locks a folder by the file `<folder>.lock`: two processes on one PGlite folder corrupt it without a word.
 * SQLite is only the way to the kernel's file locks, which Node has no call for.
 * Throws `DataFolderRefused` when another process has it, and `DiskFull`.
 */
export function lockFolder(folder: string): FolderLock {
  const lock = new DatabaseSync(`${folder}.lock`);
  try {
    lock.exec('pragma journal_mode = off; begin exclusive');
  } catch (error) {
    lock.close();
    const reason = error instanceof Error && 'errcode' in error ? error.errcode : null;
    if (reason === FULL) throw new DiskFull();
    if (reason !== TAKEN) throw error;
    throw new DataFolderRefused(
      `Another process is using the data in ${folder}: stop it first, or set DATA_DIR to another folder.`,
    );
  }
  return {
    release: () => {
      if (lock.isOpen) lock.close();
    },
  };
}

/** Whether a process uses the embedded database of a data folder just now. Makes nothing that is not there. */
export function isInUse(dataDir: string): boolean {
  const folder = join(dataDir, 'database');
  if (!existsSync(`${folder}.lock`)) return false;
  try {
    lockFolder(folder).release();
    return false;
  } catch (error) {
    if (error instanceof DataFolderRefused) return true;
    throw error;
  }
}
