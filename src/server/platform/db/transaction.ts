import { AsyncLocalStorage } from 'node:async_hooks';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { Pool, PoolClient } from 'pg';
import { actAsProgram } from '#server/platform/acting-token.ts';
import type { Orm } from './client.ts';

/** An open transaction on its connection, after `begin` and before `commit`. */
export class Transaction {
  readonly #client: PoolClient;
  #last: Promise<unknown> = Promise.resolve();
  #orm: Orm | null = null;
  #ended = false;
  /** The first error of a nested part. It prevents the commit even if it was caught. */
  failure: { readonly error: unknown } | null = null;
  /** Called after the commit. */
  readonly effects: (() => void)[] = [];

  constructor(client: PoolClient) {
    this.#client = client;
  }

  /** Drizzle on this connection. It throws once the transaction has ended. */
  get orm(): Orm {
    this.#orm ??= withoutTransactions(drizzle(this.#guarded()));
    return this.#orm;
  }

  /** Runs `work` while no other statement runs on the connection. */
  exclusively<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    // A later statement would run in another transaction, perhaps of another school.
    if (this.#ended) throw new Error('The transaction has ended: await everything that belongs to it');
    const result = this.#last.then(() => work(this.#client));
    this.#last = result.catch(() => undefined);
    return result;
  }

  /** Rejects further statements. Resolves when the running ones have finished. */
  async end(): Promise<void> {
    this.#ended = true;
    await this.#last;
  }

  #guarded(): PoolClient {
    return new Proxy(this.#client, {
      get: (client, key) =>
        key === 'query'
          ? (...query: unknown[]) => this.exclusively(() => Reflect.apply(client.query, client, query))
          : Reflect.get(client, key),
    });
  }
}

/** The current transaction and its school. */
export interface TransactionScope {
  readonly transaction: Transaction;
  readonly schoolId: string | null;
}

/** Whether the current code makes only small writes: see `Database.smallWrites`. */
export const smallWrites = new AsyncLocalStorage<true>();

/** The scope of the current asynchronous call chain. */
export const scopes = new AsyncLocalStorage<TransactionScope>();

/** The replica that the current code reads from: see `Database.readForPublic`. */
export const replicas = new AsyncLocalStorage<{ readonly pool: Pool; readonly orm: Orm }>();

/** Runs work outside the current transaction, and without the call's token. For timers and workers, which outlive it. */
export function outsideTransactions<T>(work: () => Promise<T>): Promise<T> {
  return scopes.exit(() => replicas.exit(() => actAsProgram(work)));
}

/** Disables Drizzle's own `transaction`, which would begin a second one on the same connection and commit the first. */
export function withoutTransactions(orm: Orm): Orm {
  return Object.assign(orm, {
    transaction: () => {
      throw new Error('Use database.transaction() or database.forSchool()');
    },
  });
}
