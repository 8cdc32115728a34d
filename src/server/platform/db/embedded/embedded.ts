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

/** An embedded engine with its surroundings. */
export interface Engine {
  readonly pglite: PGlite;
  /** Whether the disk has room for so many bytes. */
  readonly hasRoom: (bytes: number) => boolean;
  /** Gives back what was taken besides the engine itself. */
  readonly release: () => void;
  readonly exit: Exit;
}

// More clients than this wait in the pool, for the one backend the others wait for as well.
const CONNECTIONS = 10;

/** Opens the embedded database in a folder. Throws `DataFolderRefused` when it is in use or of another version. */
export async function openEmbedded(folder: string): Promise<Database> {
  mkdirSync(dirname(folder), { recursive: true });
  const lock = lockFolder(folder);
  try {
    const pglite = await openFolder(folder);
    const hasRoom = (bytes: number) => {
      const disk = statfsSync(folder);
      return disk.bavail * disk.bsize > bytes;
    };
    return await openOver({ pglite, hasRoom, release: () => lock.release(), exit });
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Opens an embedded database in memory: gone when it is closed. */
export async function openMemory(): Promise<Database> {
  const pglite = await PGlite.create();
  return await openOver({ pglite, hasRoom: () => true, release: () => undefined, exit });
}

/** Opens a database over an engine that runs already, and migrates it. */
export async function openOver({ pglite, hasRoom, release, exit }: Engine): Promise<Database> {
  const backend = new Backend(pglite, hasRoom, exit);
  const stream = () => new BackendStream(backend);
  const pool = new GuardedPool({ stream, max: CONNECTIONS, idleTimeoutMillis: 0 });
  const stop = keepWriteAheadLogShort(pool, hasRoom);
  const shutDown = async () => {
    await stop();
    await backend.close();
    release();
  };
  return await SqlDatabase.open('pglite', pool, shutDown, () => backend.takesSmallWrites);
}

/** Ends the process with a message for the person who runs it. */
function exit(reason: string): never {
  // Written at once: a stream would not get to it any more.
  writeSync(
    2,
    `The embedded database cannot go on: ${reason}. Nothing that was saved is lost. Look at the disk, then start again.\n`,
  );
  process.exit(1);
}
