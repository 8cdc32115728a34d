import { AsyncLocalStorage } from 'node:async_hooks';
import { type ClientBase, Pool, type PoolClient } from 'pg';

/** The transaction that the current code runs in, and whose school it acts for. */
export interface Scope {
  readonly transaction: Transaction;
  readonly schoolId: string | null;
}

/** A transaction under way on its connection. */
export interface Transaction {
  readonly client: PoolClient;
  ended: boolean;
  /** The first error of a part of it: the whole may not be committed then, even if somebody caught it. */
  failure: { readonly error: unknown } | null;
  /** What to do once it is committed. */
  readonly effects: (() => void)[];
}

/** Travels along with everything that a transaction awaits. */
export const scopes = new AsyncLocalStorage<Scope>();

type Connected = (error: Error | undefined, client: PoolClient | undefined, done: (release?: unknown) => void) => void;

/** A pool that refuses to be used inside a transaction: on one backend, waiting for a second connection never ends. */
export class GuardedPool extends Pool {
  override connect(): Promise<PoolClient>;
  override connect(connected: Connected): void;
  override connect(connected?: Connected): Promise<PoolClient> | void {
    if (scopes.getStore() !== undefined) throw new Error('Inside a transaction, use database.orm(): a second connection would wait for ever');
    return connected === undefined ? super.connect() : super.connect(connected);
  }
}

/** Keeps a lost connection from ending the process: the statement that needed it fails, the pool makes a new one. */
export function ignoreLostConnection(client: ClientBase): void {
  client.on('error', () => undefined);
}

/** Runs work as if it had been started outside of any transaction: for what goes on after it, like timers and workers. */
export function outsideTransactions<T>(work: () => Promise<T>): Promise<T> {
  return scopes.exit(work);
}
