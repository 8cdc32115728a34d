import {
  Client,
  type ClientBase,
  type ClientConfig,
  DatabaseError,
  Pool,
  type PoolClient,
  type PoolConfig,
} from 'pg';
import { breakAfterTurning } from './break-after-turning.ts';
import { scopes } from './transaction.ts';

type Connected = (
  error: Error | undefined,
  client: PoolClient | undefined,
  done: (broken?: boolean | Error) => void,
) => void;

interface Waiting {
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

interface TimeOptions {
  /** How long a connection may take to open. Unset: without limit. */
  readonly connectTimeoutMs?: number;
  /** How long a caller waits for a free connection. Unset: without limit. */
  readonly queueTimeoutMs?: number;
}

/**
 * A pool that throws when used inside a transaction: on a single backend, waiting for a second connection would never
 * end. Callers queue here rather than in the base class, so that `connectTimeoutMs` covers connecting alone. Otherwise
 * a busy server would look like one that does not answer.
 */
export class GuardedPool extends Pool {
  #free: number;
  #inUse = 0;
  readonly #waiting = new Set<Waiting>();
  readonly #queueTimeoutMs: number | undefined;

  constructor({ connectTimeoutMs, queueTimeoutMs, ...options }: PoolConfig & TimeOptions) {
    super({ ...options, ...(connectTimeoutMs && { Client: clientOpenWithin(connectTimeoutMs) }) });
    this.#queueTimeoutMs = queueTimeoutMs;
    this.#free = this.options.max;
    this.on('acquire', () => {
      this.#inUse += 1;
    });
    this.on('release', () => {
      this.#inUse -= 1;
      this.#serveNext();
    });
  }

  override connect(): Promise<PoolClient>;
  override connect(connected: Connected): void;
  override connect(connected?: Connected): Promise<PoolClient> | void {
    if (scopes.getStore() !== undefined)
      throw new Error('Inside a transaction, use database.orm(): a second connection would wait for ever');
    const connecting = this.#connectWhenFree();
    if (connected === undefined) return connecting;
    connecting.then(
      (client) => connected(undefined, client, (broken) => client.release(broken)),
      (error: Error) => connected(error, undefined, () => undefined),
    );
  }

  /** Rejects all queued callers, because the server does not answer. */
  rejectWaiting(error: Error): void {
    for (const { reject } of this.#waiting) reject(error);
    this.#waiting.clear();
  }

  async #connectWhenFree(): Promise<PoolClient> {
    if (this.#free > 0) this.#free -= 1;
    else await this.#waitInQueue();
    return await this.#connectNow();
  }

  async #connectNow(): Promise<PoolClient> {
    try {
      return await super.connect();
    } catch (error) {
      // One of our connections has become free meanwhile.
      if (isTooManyConnections(error) && this.idleCount > 0) return await this.#connectNow();
      if (isTooManyConnections(error) && this.#inUse > 0) {
        // The server accepts no more connections. Wait for one of ours to become free.
        this.#free += 1;
        await this.#waitInQueue();
        return await this.#connectNow();
      }
      // Queued callers would run into the same failure.
      if (error instanceof Error) this.rejectWaiting(error);
      this.#serveNext();
      throw error;
    }
  }

  async #waitInQueue(): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiting = { resolve, reject };
    this.#waiting.add(waiting);
    const limit = this.#queueTimeoutMs;
    const timer = limit && setTimeout(() => reject(new Error('Timeout exceeded: all are busy')), limit);
    try {
      await promise;
    } finally {
      clearTimeout(timer);
      this.#waiting.delete(waiting);
    }
  }

  // Gives the free connection to the caller who has waited longest.
  #serveNext(): void {
    const [first] = this.#waiting;
    if (first === undefined) this.#free += 1;
    else {
      this.#waiting.delete(first);
      first.resolve();
    }
  }
}

/** A client class whose connections give up unless they open in time. */
function clientOpenWithin(ms: number): typeof Client {
  return class TimedClient extends Client {
    constructor(config?: string | ClientConfig) {
      super(config);
      const stop = breakAfterTurning(this, ms);
      this.once('connect', stop);
      this.once('end', stop);
    }
  };
}

const TOO_MANY_CONNECTIONS = '53300';
const isTooManyConnections = (error: unknown) =>
  error instanceof DatabaseError && error.code === TOO_MANY_CONNECTIONS;

/** Keeps a lost connection from ending the process. Its statement fails, and the pool opens a new one. */
export function ignoreLostConnection(client: ClientBase): void {
  client.on('error', () => undefined);
}
