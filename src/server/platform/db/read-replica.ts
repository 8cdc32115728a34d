import { drizzle } from 'drizzle-orm/node-postgres';
import type { Orm } from './client.ts';
import { GuardedPool, ignoreLostConnection } from './pool.ts';
import { outsideTransactions, withoutTransactions } from './transaction.ts';

const CONNECT_TIMEOUT_MS = 1000;
/** Readers wait at most this long for a replica before the primary answers them. */
const QUERY_TIMEOUT_MS = 2000;
const LOOK_EVERY_MS = 1000;
/** The replica must have reached the primary's position of this many looks ago, whatever was announced. */
const BEHIND_LOOKS = 3;
const SURE_FOR_MS = 3000;
const CATCH_UP_EVERY_MS = 20;

interface Primary {
  /** The end of the primary's log, in PostgreSQL's notation. */
  readonly position: () => Promise<string>;
  /** `Announcements.received`. */
  readonly received: () => number | null;
}

/** The positions of public announcements in the primary's log. */
export interface Positions {
  /** An announcement begins, and its position is not known yet. */
  begin(): void;
  /** The announcement was sent. Null: it failed, or its position is unknown. */
  end(position: string | null): void;
  /** Another process made an announcement at this position. */
  reach(position: string): void;
}

/**
 * A server that follows the primary, for public reads. It is used only while it has everything that was announced to
 * this process, and is at most some seconds behind otherwise; else the primary is asked.
 */
export class ReadReplica implements Positions {
  readonly pool: GuardedPool;
  readonly orm: Orm;
  readonly #primary: Primary;
  readonly #timer: NodeJS.Timeout;
  readonly #looks: bigint[] = [];
  #required = 0n;
  #replayed = -1n;
  #pending = 0;
  /** `received` at the last look; undefined: the replica must first reach the end of the primary's log. */
  #received: number | null | undefined;
  #sureUntil = 0;
  #isCatchingUp = false;
  #isClosed = false;

  constructor(url: string, connections: number, primary: Primary) {
    this.#primary = primary;
    this.pool = new GuardedPool({
      connectionString: url,
      max: connections,
      connectTimeoutMs: CONNECT_TIMEOUT_MS,
      query_timeout: QUERY_TIMEOUT_MS,
      queueTimeoutMs: QUERY_TIMEOUT_MS,
      keepAlive: true,
    });
    this.pool.on('connect', ignoreLostConnection);
    this.pool.on('error', () => undefined);
    this.orm = withoutTransactions(drizzle(this.pool));
    this.#timer = setInterval(() => void outsideTransactions(() => this.#look()), LOOK_EVERY_MS);
    this.#timer.unref();
  }

  /** Whether readers may see the replica's data. */
  get isCurrent(): boolean {
    const received = this.#primary.received();
    const hasMissedNothing = received !== null && received === this.#received && this.#pending === 0;
    return hasMissedNothing && this.#hasRequired() && performance.now() < this.#sureUntil;
  }

  /** Stops using the replica after a failure, until the next look. */
  distrust(): void {
    this.#sureUntil = 0;
  }

  begin(): void {
    this.#pending += 1;
  }

  end(position: string | null): void {
    this.#pending -= 1;
    if (position === null) this.#received = undefined;
    else this.reach(position);
  }

  reach(position: string): void {
    this.#require(numberOf(position));
    if (!this.#hasRequired()) void outsideTransactions(() => this.#catchUp());
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    await this.pool.end();
  }

  #hasRequired(): boolean {
    return this.#replayed >= this.#required;
  }

  #require(position: bigint): void {
    if (position > this.#required) this.#required = position;
  }

  // Runs even while no reader needs it: the replica's position decides whether it may be asked.
  async #look(): Promise<void> {
    const askedAt = performance.now();
    const received = this.#primary.received();
    try {
      const [position, replayed] = await Promise.all([this.#primary.position(), this.#position()]);
      const end = numberOf(position);
      // Announcements that were missed are in the log up to here.
      if (received !== this.#received) this.#require(end);
      this.#received = received;
      this.#looks.push(end);
      if (this.#looks.length > BEHIND_LOOKS) this.#require(this.#looks.shift() ?? 0n);
      this.#replayed = replayed;
      this.#sureUntil = askedAt + SURE_FOR_MS;
    } catch {
      this.distrust();
    }
  }

  async #catchUp(): Promise<void> {
    if (this.#isCatchingUp) return;
    this.#isCatchingUp = true;
    try {
      while (!this.#isClosed && !this.#hasRequired() && performance.now() < this.#sureUntil) {
        this.#replayed = await this.#position();
        if (!this.#hasRequired()) await pause(CATCH_UP_EVERY_MS);
      }
    } catch {
      this.distrust();
    } finally {
      this.#isCatchingUp = false;
    }
  }

  async #position(): Promise<bigint> {
    const { rows } = await this.pool.query(
      'select case when pg_is_in_recovery() then pg_last_wal_replay_lsn() end::text as position',
    );
    const position: unknown = rows[0]?.position;
    if (typeof position !== 'string') throw new Error('DATABASE_READ_URL is no replica');
    return numberOf(position);
  }
}

async function pause(ms: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms).unref());
}

/** A position as a number, for comparing: '16/B374D848' consists of two halves. */
function numberOf(position: string): bigint {
  const [high = '0', low = '0'] = position.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}
