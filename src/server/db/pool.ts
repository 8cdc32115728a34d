import { type ClientBase, Pool, type PoolClient } from 'pg';
import { scopes } from './transaction.ts';

type Connected = (
  error: Error | undefined,
  client: PoolClient | undefined,
  done: (release?: unknown) => void,
) => void;

/** A pool that refuses to be used inside a transaction: on one backend, waiting for a second connection never ends. */
export class GuardedPool extends Pool {
  override connect(): Promise<PoolClient>;
  override connect(connected: Connected): void;
  override connect(connected?: Connected): Promise<PoolClient> | void {
    if (scopes.getStore() !== undefined)
      throw new Error('Inside a transaction, use database.orm(): a second connection would wait for ever');
    return connected === undefined ? super.connect() : super.connect(connected);
  }
}

/** Keeps a lost connection from ending the process: the statement that needed it fails, the pool makes a new one. */
export function ignoreLostConnection(client: ClientBase): void {
  client.on('error', () => undefined);
}
