import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { ignoreLostConnection } from '#server/platform/db/pool.ts';
import type { Positions } from '#server/platform/db/read-replica.ts';
import {
  type Announcements,
  type AnnounceOptions,
  type Listener,
  LocalAnnouncements,
} from './announcements.ts';

const CHANNEL = 'inkwell';
const CONNECT_TIMEOUT_MS = 1500;
/** The time between two probes of the connection, which detect one that broke silently. */
const PROBE_EVERY_MS = 700;
const PROBE_TIMEOUT_MS = 1500;
const RECONNECT_AFTER_MS = 500;
/** An answer proves that everything sent before the question has arrived. */
const SURE_FOR_MS = 2000;
/** The pauses between attempts to send. */
const TRY_AGAIN_AFTER_MS = [50, 200, 500, 1000, 2000];

const NOTIFY = 'select pg_notify($1, $2)';
/** Sends with the current position of the log: the announced change lies before it. */
const NOTIFY_WITH_POSITION = `with at as materialized (select pg_current_wal_insert_lsn()::text as position)
  select position, pg_notify($1, $2::text || '@' || position || ' ' || $3::text) from at`;

/** Sends a statement on the pool, outside transactions. */
type Query = (text: string, values: unknown[]) => Promise<{ rows: Record<string, unknown>[] }>;

/**
 * Announcements by LISTEN and NOTIFY. While there are listeners, one connection of its own is open; when it breaks, a
 * new one is opened, and texts sent meanwhile are lost. Listeners in this process get texts at once, even without a
 * connection.
 */
export class ServerAnnouncements implements Announcements {
  readonly #url: string;
  readonly #query: Query;
  readonly #positions: Positions | null;
  /** Marks this process's own texts, which its listeners already got. */
  readonly #self = randomBytes(6).toString('hex');
  readonly #local = new LocalAnnouncements();
  #listeners = 0;
  #client: Client | null = null;
  /** Counts the connections: texts sent between two of them are lost. */
  #connection = 0;
  #sureUntil = 0;
  #timer: NodeJS.Timeout | null = null;
  #isClosed = false;

  /** `url` leads to the server itself, not to a pooler, where each statement may get another connection. */
  constructor(url: string, query: Query, positions: Positions | null = null) {
    this.#url = url;
    this.#query = query;
    this.#positions = positions;
  }

  send(text: string, { isPublic = false }: AnnounceOptions = {}): void {
    const positions = isPublic ? this.#positions : null;
    positions?.begin();
    this.#local.send(text);
    void this.#notify(text, positions);
  }

  listen(listener: Listener): () => void {
    const stop = this.#local.listen(listener);
    this.#listeners += 1;
    if (this.#listeners === 1) this.#connectAfter(0);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      stop();
      this.#listeners -= 1;
      if (this.#listeners === 0) void this.#disconnect();
    };
  }

  received(): number | null {
    return this.#client !== null && performance.now() < this.#sureUntil ? this.#connection : null;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#local.close();
    await this.#disconnect();
  }

  // Listeners that miss the text find the change later by polling.
  async #notify(text: string, positions: Positions | null): Promise<void> {
    for (const pause of TRY_AGAIN_AFTER_MS) {
      const sent = await this.#notifyOnce(text, positions !== null).catch(() => null);
      if (sent !== null) positions?.end(sent.position);
      if (sent !== null || this.#isClosed) return;
      await wait(pause, undefined, { ref: false });
    }
    positions?.end(null);
  }

  async #notifyOnce(text: string, isPublic: boolean): Promise<{ readonly position: string | null }> {
    if (!isPublic) {
      await this.#query(NOTIFY, [CHANNEL, `${this.#self} ${text}`]);
      return { position: null };
    }
    const { rows } = await this.#query(NOTIFY_WITH_POSITION, [CHANNEL, this.#self, text]);
    return { position: String(rows[0]?.position) };
  }

  #connectAfter(ms: number): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#keepConnected(), ms);
    this.#timer.unref();
  }

  // Connects, or checks whether the connection is still alive; then again after a while.
  async #keepConnected(): Promise<void> {
    const askedAt = performance.now();
    const client = this.#client;
    const isThere = client === null ? await this.#connect() : await answers(client);
    if (this.#isClosed || this.#listeners === 0) return await this.#disconnect();
    if (isThere) this.#sureUntil = askedAt + SURE_FOR_MS;
    else this.#drop();
    this.#connectAfter(isThere ? PROBE_EVERY_MS : RECONNECT_AFTER_MS);
  }

  async #connect(): Promise<boolean> {
    const client = new Client({
      connectionString: this.#url,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: PROBE_TIMEOUT_MS,
      keepAlive: true,
    });
    ignoreLostConnection(client);
    this.#client = client;
    this.#connection += 1;
    this.#sureUntil = 0;
    client.on('notification', ({ payload = '' }) => this.#receive(payload));
    client.on('end', () => {
      if (this.#client !== client) return;
      this.#client = null;
      if (this.#listeners > 0 && !this.#isClosed) this.#connectAfter(RECONNECT_AFTER_MS);
    });
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
      return true;
    } catch {
      return false;
    }
  }

  #receive(payload: string): void {
    const end = payload.indexOf(' ');
    const [process, position] = payload.slice(0, end).split('@');
    if (process === this.#self) return;
    // First, since the text makes readers query again.
    if (position !== undefined) this.#positions?.reach(position);
    this.#local.send(payload.slice(end + 1));
  }

  #drop(): void {
    this.#client?.connection.stream.destroy();
    this.#client = null;
  }

  async #disconnect(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const client = this.#client;
    this.#client = null;
    await client?.end().catch(() => undefined);
  }
}

async function answers(client: Client): Promise<boolean> {
  return await client.query('select 1').then(
    () => true,
    () => false,
  );
}
