import { mkdirSync, writeSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { Backend, type Exit } from './backend.ts';
import { BackendStream } from './backend-stream.ts';
import { openFolder } from './durable-folder.ts';
import { lockFolder } from './folder-lock.ts';
import { GuardedPool } from './pool.ts';
import type * as schema from './schema.ts';
import { SqlDatabase } from './sql-database.ts';
import { keepLogShort } from './upkeep.ts';

/** Drizzle over the schema's tables, on either engine. */
export type Orm = NodePgDatabase<typeof schema>;

/** One dialect and one driver, on an embedded engine or a server. */
export interface Database {
  readonly kind: 'pglite' | 'postgres';
  /** The current transaction's handle, or the pool's outside of one. */
  orm(): Orm;
  /** Runs work in a transaction; nested calls join the outer one. Throws the errors of `errors.ts`. */
  transaction<T>(work: () => Promise<T>): Promise<T>;
  /** A transaction under the role app_tenant with app.school_id set: the second wall. */
  forSchool<T>(schoolId: string, work: () => Promise<T>): Promise<T>;
  /** Calls `effect`, which must not throw, once the current transaction has committed; at once outside of one. */
  afterCommit(effect: () => void): void;
  /** Plain SQL as the database's owner, joining the current transaction: for the jobs and upkeep. Throws the driver's errors. */
  query(text: string, values?: readonly unknown[]): Promise<{ rows: Record<string, unknown>[] }>;
  /** Whether it answers just now. */
  ping(): Promise<boolean>;
  close(): Promise<void>;
}

/** Where the database is. Neither: in memory, gone at the end. */
export interface DatabaseOptions {
  /** `postgres://…`: a server. */
  readonly url?: string | undefined;
  /** The program's data folder; the embedded database is its subfolder `database`. */
  readonly dataDir?: string | undefined;
  /** What to do when the embedded engine cannot go on (disk full, I/O error). Ends the process unless given. */
  readonly exit?: Exit;
  /** A dumped database to start from, in memory only. */
  readonly template?: Blob;
}

const SERVER_CONNECTIONS = 10;
// Waiting for more than the one backend is done by the stream; more clients than this only wait in the pool.
const EMBEDDED_CONNECTIONS = 10;
// A call must fail within two seconds when the server is away.
const CONNECT_TIMEOUT_MS = 1500;

/**
 * Opens the database and migrates it. Throws `DataFolderRefused` when the folder is in use or of another version.
 */
export function openDatabase(options: DatabaseOptions): Promise<Database> {
  return options.url === undefined ? openEmbedded(options) : openServer(options.url);
}

async function openServer(url: string): Promise<Database> {
  const pool = new GuardedPool({ connectionString: url, max: SERVER_CONNECTIONS, connectionTimeoutMillis: CONNECT_TIMEOUT_MS, keepAlive: true });
  return await SqlDatabase.open('postgres', pool, async () => undefined);
}

async function openEmbedded(options: DatabaseOptions): Promise<Database> {
  const { pglite, release } = options.dataDir === undefined ? await openMemory(options.template) : await openLocked(options.dataDir);
  const backend = new Backend(pglite, options.exit ?? exit);
  const pool = new GuardedPool({ stream: () => new BackendStream(backend), max: EMBEDDED_CONNECTIONS, idleTimeoutMillis: 0 });
  const stop = keepLogShort(pool);
  return await SqlDatabase.open('pglite', pool, async () => {
    await stop();
    await backend.close();
    release();
  });
}

async function openMemory(template: Blob | undefined) {
  const pglite = await PGlite.create(template === undefined ? {} : { loadDataDir: template });
  return { pglite, release: () => undefined };
}

async function openLocked(dataDir: string) {
  const folder = join(resolve(dataDir), 'database');
  mkdirSync(dataDir, { recursive: true });
  const lock = lockFolder(folder);
  try {
    return { pglite: await openFolder(folder), release: () => lock.release() };
  } catch (error) {
    lock.release();
    throw error;
  }
}

function exit(reason: string): never {
  // Written at once: a stream would not get to it any more.
  writeSync(2, `The embedded database cannot go on: ${reason}. Nothing that was saved is lost. Free some disk space and start again.\n`);
  process.exit(1);
}
