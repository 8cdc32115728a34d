import { AsyncLocalStorage } from 'node:async_hooks';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { PoolClient } from 'pg';
import type { Orm } from './client.ts';

/** A transaction under way on its connection, from after `begin` to before `commit`. */
export class Transaction {
  readonly #client: PoolClient;
  #last: Promise<unknown> = Promise.resolve();
  #orm: Orm | null = null;
  #ended = false;
  /** The first error of a part of it: the whole may not be committed then, even if somebody caught it. */
  failure: { readonly error: unknown } | null = null;
  /** What to do once it is committed. */
  readonly effects: (() => void)[] = [];

  constructor(client: PoolClient) {
    this.#client = client;
  }

  /** Drizzle on this connection; it refuses to work once the transaction has ended. */
  get orm(): Orm {
    this.#orm ??= withoutTransactions(drizzle(this.#guarded()));
    return this.#orm;
  }

  /** Lets nothing else on the connection come between the statements of `work`. */
  alone<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    // Whoever comes later would speak in somebody else's transaction, perhaps of another school.
    if (this.#ended) throw new Error('The transaction has ended: await everything that belongs to it');
    const result = this.#last.then(() => work(this.#client));
    this.#last = result.catch(() => undefined);
    return result;
  }

  /** From now on it is refused. Resolves when nothing is under way any more. */
  async end(): Promise<void> {
    this.#ended = true;
    await this.#last;
  }

  #guarded(): PoolClient {
    return new Proxy(this.#client, {
      get: (client, key) =>
        key === 'query'
          ? (...query: unknown[]) => this.alone(() => Reflect.apply(client.query, client, query))
          : Reflect.get(client, key),
    });
  }
}

/** The transaction that the current code runs in, and the school that it acts for. */
export interface Scope {
  readonly transaction: Transaction;
  readonly schoolId: string | null;
}

/** Whether the current code writes only what frees room or takes next to none: see `Database.smallWrites`. */
export const smallWrites = new AsyncLocalStorage<true>();

/** Travels along with everything that a transaction awaits. */
export const scopes = new AsyncLocalStorage<Scope>();

/** Runs work as if it had been started outside of any transaction: for what outlives it, like timers and workers. */
export function outsideTransactions<T>(work: () => Promise<T>): Promise<T> {
  return scopes.exit(work);
}

/** Drizzle's own would begin a second transaction on the same connection, and commit the first. */
export function withoutTransactions(orm: Orm): Orm {
  return Object.assign(orm, {
    transaction: () => {
      throw new Error('Use database.transaction() or database.forSchool()');
    },
  });
}
