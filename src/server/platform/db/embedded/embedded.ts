import { mkdirSync, statfsSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import type { Database } from '#server/platform/db/client.ts';
import { GuardedPool } from '#server/platform/db/pool.ts';
import { SqlDatabase } from '#server/platform/db/sql-database.ts';
import { Backend, type Exit } from './backend.ts';
import { BackendStream } from './backend-stream.ts';
import { keepWriteAheadLogShort } from './checkpoint.ts';
import { openFolder } from './durable-folder.ts';
import { lockFolder } from './folder-lock.ts';
import { holdOptimiser } from './optimiser.ts';

/** An embedded engine with what it needs from its environment. */
export interface Engine {
  readonly pglite: PGlite;
  /** Whether the disk has space for so many bytes. */
  readonly hasDiskSpace: (bytes: number) => boolean;
  /** Releases resources other than the engine itself, such as the folder lock. */
  readonly release: () => void;
  readonly exit: Exit;
}

// All connections share one backend, so more of them would not be faster.
const CONNECTIONS = 10;

/** Opens the embedded database in a folder. Throws `DataFolderRefused` if it is in use or of another version. */
export async function openEmbedded(folder: string): Promise<Database> {
  mkdirSync(dirname(folder), { recursive: true });
  const lock = lockFolder(folder);
  const letOptimise = holdOptimiser();
  try {
    const pglite = await openFolder(folder);
    const hasDiskSpace = (bytes: number) => {
      const disk = statfsSync(folder);
      return disk.bavail * disk.bsize > bytes;
    };
    return await openOnEngine({ pglite, hasDiskSpace, release: () => lock.release(), exit });
  } catch (error) {
    lock.release();
    throw error;
  } finally {
    letOptimise();
  }
}

/** Opens an embedded database in memory. */
export async function openMemory(): Promise<Database> {
  const pglite = await PGlite.create();
  return await openOnEngine({ pglite, hasDiskSpace: () => true, release: () => undefined, exit });
}

/** Opens a database on a running engine and migrates it. */
export async function openOnEngine({ pglite, hasDiskSpace, release, exit }: Engine): Promise<Database> {
  const backend = new Backend(pglite, hasDiskSpace, exit);
  return await openOnBackend(backend, hasDiskSpace, async () => {
    await backend.close();
    release();
  });
}

/** Opens a database on a backend and migrates it. `shutDown` is called as it closes. */
export async function openOnBackend(
  backend: Backend,
  hasDiskSpace: Engine['hasDiskSpace'],
  shutDown: () => Promise<void>,
): Promise<Database> {
  const stream = () => new BackendStream(backend);
  const pool = new GuardedPool({ stream, max: CONNECTIONS, idleTimeoutMillis: 0 });
  const stop = keepWriteAheadLogShort(pool, hasDiskSpace);
  return await SqlDatabase.open('pglite', pool, {
    shutDown: async () => {
      await stop();
      await shutDown();
    },
    allowsSmallWrites: () => backend.allowsSmallWrites,
  });
}

/** Ends the process with a message for the operator. */
function exit(reason: string): never {
  // Synchronous, because a stream would not flush before the exit.
  writeSync(
    2,
    `The embedded database cannot go on: ${reason}. Nothing that was saved is lost. Look at the disk, then start again.\n`,
  );
  process.exit(1);
}
