import type { NodePgDatabase } from 'drizzle-orm/node-postgres';

/** Drizzle on either engine; without its relational queries, whose tables it would read anew in every transaction. */
export type Orm = NodePgDatabase;

/** One dialect and one driver, on an embedded engine or a server. */
export interface Database {
  readonly kind: 'pglite' | 'postgres';
  /** The current transaction's handle, or the pool's outside of one. */
  orm(): Orm;
  /**
   * Runs work in a transaction; nested calls join the outer one, and an error in one of them, even if it is caught,
   * rolls back the whole. Throws the errors of `errors.ts`. On the embedded engine everybody else waits meanwhile: no
   * calls of the network in here.
   */
  transaction<T>(work: () => Promise<T>): Promise<T>;
  /** A transaction under the role app_tenant with app.school_id set: the second wall. */
  forSchool<T>(schoolId: string, work: () => Promise<T>): Promise<T>;
  /**
   * Runs work whose writes free room or take next to none: they go through where others are refused with `DiskFull`, as
   * long as a small reserve lasts.
   */
  smallWrites<T>(work: () => Promise<T>): Promise<T>;
  /** Calls `effect`, which must not throw, once the current transaction has committed; at once outside of one. */
  afterCommit(effect: () => void): void;
  /**
   * Plain SQL as the database's owner, joining the current transaction: for the jobs and upkeep. Throws the driver's
   * errors.
   */
  query(text: string, values?: readonly unknown[]): Promise<{ rows: Record<string, unknown>[] }>;
  /**
   * Runs work while no other process of this database runs its own: for what each of them does at its start. The work
   * may use transactions, but may not be called in one.
   */
  oneProcessAtATime<T>(work: () => Promise<T>): Promise<T>;
  /** Whether it answers just now, within two seconds. */
  ping(): Promise<boolean>;
  close(): Promise<void>;
}

/** Where the database is. Neither: in memory, gone at the end. */
export interface DatabaseOptions {
  /** `postgres://…`: a server. */
  readonly url?: string | undefined;
  /** The program's data folder; the embedded database is its subfolder `database`. */
  readonly dataDir?: string | undefined;
}
