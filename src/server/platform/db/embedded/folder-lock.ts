import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { DataFolderRefused, DiskFull } from '#server/platform/db/errors.ts';
import { databaseFolder } from './folder.ts';

/** A lock on a folder. The kernel releases it when the process ends in any way. */
export interface FolderLock {
  /** May be called twice: closing a database that failed to open has released it already. */
  release(): void;
}

// SQLITE_BUSY and SQLITE_FULL
const TAKEN = 5;
const FULL = 13;

/**
 * Locks a folder by the file `<folder>.lock`, because two processes on one PGlite folder would silently corrupt it. Uses
 * SQLite for the kernel's file locks, which Node has no API for. Throws `DataFolderRefused` if another process holds the
 * lock, and `DiskFull`.
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

/** Whether a process is using the embedded database of a data folder. Creates no files. */
export function isInUse(dataDir: string): boolean {
  const folder = databaseFolder(dataDir);
  if (!existsSync(`${folder}.lock`)) return false;
  try {
    lockFolder(folder).release();
    return false;
  } catch (error) {
    if (error instanceof DataFolderRefused) return true;
    throw error;
  }
}
