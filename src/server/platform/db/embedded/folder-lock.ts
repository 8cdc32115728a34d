import { accessSync, closeSync, constants, existsSync, fstatSync, openSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { accessTrouble, DataFolderInUse, DataFolderRefused, DiskFull } from '#server/platform/db/errors.ts';
import { databaseFolder } from './folder.ts';

/** A lock on a folder. The kernel releases it when the process ends in any way. */
export interface FolderLock {
  /** May be called twice: closing a database that failed to open has already released it. */
  release(): void;
}

interface Held {
  readonly lock: DatabaseSync;
  /** A descriptor of the lock's file, to detect its deletion. Closing any descriptor would release the lock, so there is none before it. */
  readonly descriptor: number;
}

// SQLITE_BUSY and SQLITE_FULL
const TAKEN = 5;
const FULL = 13;

/** Shorter than the time from the lock to the first write of another process. */
const LOOK_EVERY_MS = 500;

const fileOf = (folder: string) => `${folder}.lock`;

/**
 * Locks a folder by the file `<folder>.lock`, because two processes on one PGlite folder would silently corrupt it.
 * Uses SQLite for the kernel's file locks, which Node has no API for. Throws `DataFolderInUse` if another process holds
 * the lock, `DataFolderRefused` if the file is no lock, and `DiskFull`. A deleted file is created and locked again; if
 * another process was quicker, this one ends.
 */
export function lockFolder(folder: string): FolderLock {
  let held = take(folder);
  const watch = setInterval(() => {
    held = keep(folder, held);
  }, LOOK_EVERY_MS).unref();
  return {
    release: () => {
      clearInterval(watch);
      letGo(held);
    },
  };
}

function take(folder: string): Held {
  const file = fileOf(folder);
  let lock: DatabaseSync | undefined;
  try {
    lock = new DatabaseSync(file);
    lock.exec('pragma journal_mode = off; begin exclusive');
    return { lock, descriptor: openSync(file, 'r') };
  } catch (error) {
    lock?.close();
    throw refusalFor(error, folder);
  }
}

function refusalFor(error: unknown, folder: string): unknown {
  if (!(error instanceof Error && 'errcode' in error)) return error;
  if (error.errcode === FULL) return new DiskFull();
  if (error.errcode === TAKEN)
    return new DataFolderInUse(
      `Another process is using the data in ${folder}: stop it first, or set DATA_DIR to another folder.`,
    );
  return new DataFolderRefused(
    notAllowed(fileOf(folder)) ??
      `The lock ${fileOf(folder)} cannot be used (${error.message}): if no other process is using the data, delete it and start again.`,
  );
}

// SQLite does not say why it cannot open or write a file.
function notAllowed(file: string): string | null {
  try {
    accessSync(existsSync(file) ? file : dirname(file), constants.R_OK | constants.W_OK);
    return null;
  } catch (error) {
    return accessTrouble(error instanceof Error ? error.message : '', file);
  }
}

function keep(folder: string, held: Held): Held {
  if (fstatSync(held.descriptor).nlink > 0) return held;
  try {
    const again = take(folder);
    letGo(held);
    return again;
  } catch (error) {
    if (error instanceof DataFolderInUse) endAsTaken(folder);
    // Nobody else has the lock either: the next check tries again.
    return held;
  }
}

function letGo({ lock, descriptor }: Held): void {
  if (!lock.isOpen) return;
  lock.close();
  closeSync(descriptor);
}

/** Ends the process at once: even closing the database would write. */
function endAsTaken(folder: string): never {
  writeSync(
    2,
    `${fileOf(folder)} was deleted, and another process is using the data now: this one has ended. Nothing that was saved is lost.\n`,
  );
  process.exit(1);
}

/** Whether a process is using the embedded database of a data folder. Creates no files. Throws `DataFolderRefused`. */
export function isFolderInUse(dataDir: string): boolean {
  const folder = databaseFolder(dataDir);
  if (!existsSync(fileOf(folder))) return false;
  try {
    letGo(take(folder));
    return false;
  } catch (error) {
    if (error instanceof DataFolderInUse) return true;
    throw error;
  }
}
