import { dirname } from 'node:path';
import { GuardedPool } from '#server/platform/db/pool.ts';
import { SqlDatabase } from '#server/platform/db/sql-database.ts';
import { outsideTransactions } from '#server/platform/db/transaction.ts';
import { makeFolder } from '#server/platform/make-folder.ts';
import { Backend } from './backend.ts';
import { BackendStream } from './backend-stream.ts';
import { keepWriteAheadLogShort } from './checkpoint.ts';
import type { Engine } from './engine.ts';
import { diskSpaceOf } from './folder.ts';
import { keepStatisticsTrue } from './statistics.ts';
import { openEngine } from './threaded-engine.ts';

/** An engine with its environment. */
export interface Surrounded {
  readonly engine: Engine;
  /** Whether the disk has space for a number of bytes. */
  readonly hasDiskSpace: (bytes: number) => boolean;
}

// All connections share one backend, so more of them would not be faster.
const CONNECTIONS = 10;

/** Opens the embedded database in a folder. Throws `DataFolderRefused` if it is in use or of another version. */
export async function openEmbedded(folder: string): Promise<SqlDatabase> {
  makeFolder(dirname(folder));
  return databaseOnEngine({ engine: await openEngine(folder), hasDiskSpace: diskSpaceOf(folder) });
}

/** A database on an engine. */
export function databaseOnEngine({ engine, hasDiskSpace }: Surrounded): SqlDatabase {
  const backend = new Backend(engine, hasDiskSpace);
  const stream = () => new BackendStream(backend);
  const pool = new GuardedPool({ stream, max: CONNECTIONS, idleTimeoutMillis: 0 });
  const statistics = keepStatisticsTrue(pool);
  // It must not run in the transaction of a school that inserted the rows.
  backend.onManyRows = () => void outsideTransactions(async () => statistics.now());
  const upkeep = [keepWriteAheadLogShort(pool, hasDiskSpace), statistics];
  return new SqlDatabase('pglite', pool, {
    shutDown: async () => {
      await Promise.all(upkeep.map(({ stop }) => stop()));
      await backend.close();
    },
    allowsSmallWrites: () => backend.allowsSmallWrites,
  });
}
