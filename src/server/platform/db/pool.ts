import { type ClientBase, DatabaseError, Pool, type PoolClient, type PoolConfig } from 'pg';
import { scopes } from './transaction.ts';

type Connected = (
  error: Error | undefined,
  client: PoolClient | undefined,
  done: (broken?: boolean | Error) => void,
) => void;

interface Waiting {
  readonly go: () => void;
  readonly refuse: (error: Error) => void;
}

interface QueueOptions {
  /** How long a caller waits for a connection that others use; for ever where it is not given. */
  readonly turnTimeoutMs?: number;
}

/**
 * A pool that refuses to be used inside a transaction: on one backend, waiting for a second connection never ends.
 * Callers wait for their turn here and not in the pool below, whose time limit could not tell a busy server from one
 * that does not answer: `connectionTimeoutMillis` is the time for connecting alone.
 */
export class GuardedPool extends Pool {
  #free: number;
  /** How many connections are at work. */
  #lent = 0;
  readonly #waiting = new Set<Waiting>();
  readonly #turnTimeoutMs: number | undefined;

  constructor({ turnTimeoutMs, ...options }: PoolConfig & QueueOptions) {
    super(options);
    this.#turnTimeoutMs = turnTimeoutMs;
    this.#free = this.options.max;
    this.on('acquire', () => {
      this.#lent += 1;
    });
    this.on('release', () => {
      this.#lent -= 1;
      this.#next();
    });
  }

  override connect(): Promise<PoolClient>;
  override connect(connected: Connected): void;
  override connect(connected?: Connected): Promise<PoolClient> | void {
    if (scopes.getStore() !== undefined)
      throw new Error('Inside a transaction, use database.orm(): a second connection would wait for ever');
    const connecting = this.#connectInTurn();
    if (connected === undefined) return connecting;
    connecting.then(
      (client) => connected(undefined, client, (broken) => client.release(broken)),
      (error: Error) => connected(error, undefined, () => undefined),
    );
  }

  /** Turns away everybody who waits: there is nobody to wait for. */
  refuseWaiting(error: Error): void {
    for (const { refuse } of this.#waiting) refuse(error);
    this.#waiting.clear();
  }

  async #connectInTurn(): Promise<PoolClient> {
    if (this.#free > 0) this.#free -= 1;
    else await this.#turn();
    return await this.#connectNow();
  }

  async #connectNow(): Promise<PoolClient> {
    try {
      return await super.connect();
    } catch (error) {
      if (isFull(error) && this.#lent > 0) {
        // The server has no more for us: one of those that we have will come back.
        this.#free += 1;
        await this.#turn();
        return await this.#connectNow();
      }
      // Who waits would only wait as long again.
      if (error instanceof Error) this.refuseWaiting(error);
      this.#next();
      throw error;
    }
  }

  async #turn(): Promise<void> {
    const { promise, resolve: go, reject: refuse } = Promise.withResolvers<void>();
    const waiting = { go, refuse };
    this.#waiting.add(waiting);
    const limit = this.#turnTimeoutMs;
    const timer = limit && setTimeout(() => refuse(new Error('Timeout exceeded: all are busy')), limit);
    try {
      await promise;
    } finally {
      clearTimeout(timer);
      this.#waiting.delete(waiting);
    }
  }

  // Hands a connection that has become free to who has waited longest.
  #next(): void {
    const [first] = this.#waiting;
    if (first === undefined) this.#free += 1;
    else {
      this.#waiting.delete(first);
      first.go();
    }
  }
}

const TOO_MANY_CONNECTIONS = '53300';
const isFull = (error: unknown) => error instanceof DatabaseError && error.code === TOO_MANY_CONNECTIONS;

/** Keeps a lost connection from ending the process: the statement that needed it fails, the pool makes a new one. */
export function ignoreLostConnection(client: ClientBase): void {
  client.on('error', () => undefined);
}
