import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Announcements } from '#server/platform/db/announcements/announcements.ts';

/** Drizzle on either engine, without its relational queries: they would parse the schema in every transaction. */
export type Orm = NodePgDatabase;

/** The database, embedded or a server. Dialect and driver are the same. */
export interface Database {
  readonly kind: 'pglite' | 'postgres';
  /** Whether a newer version of the program has already opened it, as happens while one replaces the other. */
  readonly isOfNewerProgram: boolean;
  /** Announcements between the processes on this database. */
  readonly announcements: Announcements;
  /** The handle of the current transaction, or of the pool outside one. */
  orm(): Orm;
  /**
   * Runs work in a transaction. Nested calls join the outer one, and an error in any of them rolls back the whole, even if
   * it is caught. Throws the errors of `errors.ts`. Do not wait for the network in it: the embedded engine serves nobody
   * else meanwhile.
   */
  transaction<T>(work: () => Promise<T>): Promise<T>;
  /** Runs work in a transaction under row-level security: role app_tenant, with app.school_id set. */
  forSchool<T>(schoolId: string, work: () => Promise<T>): Promise<T>;
  /**
   * Runs work whose writes need almost no disk space. While other writes fail with `DiskFull`, these succeed as long as a
   * small reserve lasts.
   */
  smallWrites<T>(work: () => Promise<T>): Promise<T>;
  /**
   * Runs work that only reads public data: on a replica if it has all announced changes, otherwise, and if the replica
   * fails, on the database itself. The work may run twice.
   */
  readForPublic<T>(work: () => Promise<T>): Promise<T>;
  /** Calls `effect` after the current transaction has committed, or at once outside one. It must not throw. */
  afterCommit(effect: () => void): void;
  /**
   * Runs plain SQL as the database's owner, in the current transaction if there is one. For jobs and maintenance. Throws
   * the driver's errors.
   */
  query(text: string, values?: readonly unknown[]): Promise<{ rows: Record<string, unknown>[] }>;
  /**
   * Runs work under a lock that all processes on this database share, for start-up tasks. The work may use transactions,
   * but do not call this in one.
   */
  oneProcessAtATime<T>(work: () => Promise<T>): Promise<T>;
  /** Whether the database answers within two seconds. */
  ping(): Promise<boolean>;
  close(): Promise<void>;
}

/** Where the database is. With neither option, it is in memory. */
export interface DatabaseOptions {
  /** `postgres://…`: a server. */
  readonly url?: string | undefined;
  /** The same server, bypassing a pooler at `url`. Unset: there is no pooler. */
  readonly directUrl?: string | undefined;
  /** A replica of this server, for public reads. */
  readonly readUrl?: string | undefined;
  /** The most connections at `url`, and at `readUrl`. Default: 10. */
  readonly connections?: number | undefined;
  /** How long a statement waits for a connection, in milliseconds. Default: ten seconds. */
  readonly queueTimeoutMs?: number | undefined;
  /** The program's data folder; the embedded database is its subfolder `database`. */
  readonly dataDir?: string | undefined;
}
