import { DatabaseSync } from 'node:sqlite';
import { DataFolderRefused } from './errors.ts';

/** Holds a folder for this process. The kernel lets go of it when the process ends, however it ends. */
export interface FolderLock {
  release(): void;
}

// SQLITE_BUSY
const TAKEN = 5;

/**
 * Locks a folder by the file `<folder>.lock`: two processes on one PGlite folder corrupt it without a word.
 * SQLite is only the way to the kernel's file locks, which Node has no call for.
 * Throws `DataFolderRefused` when another process has it.
 */
export function lockFolder(folder: string): FolderLock {
  const lock = new DatabaseSync(`${folder}.lock`);
  try {
    lock.exec('pragma journal_mode = off; begin exclusive');
  } catch (error) {
    lock.close();
    if (!(error instanceof Error && 'errcode' in error && error.errcode === TAKEN)) throw error;
    throw new DataFolderRefused(
      `Another process is using the data in ${folder}: stop it first, or set DATA_DIR to another folder.`,
    );
  }
  return { release: () => lock.close() };
}
