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
/** How soon a connection that broke silently is noticed. */
const PROBE_EVERY_MS = 700;
const PROBE_TIMEOUT_MS = 1500;
const RECONNECT_AFTER_MS = 500;
/** An answer tells that all that was sent before its question has been heard. */
const SURE_FOR_MS = 2000;
/** The pauses between the tries to send. */
const TRY_AGAIN_AFTER_MS = [50, 200, 500, 1000, 2000];

const NOTIFY = 'select pg_notify($1, $2)';
/** Where the log is now: what is told of lies before it. */
const NOTIFY_WITH_POSITION = `with at as materialized (select pg_current_wal_insert_lsn()::text as position)
  select position, pg_notify($1, $2::text || '@' || position || ' ' || $3::text) from at`;

/** Sends a statement on the pool, outside transactions. */
type Query = (text: string, values: unknown[]) => Promise<{ rows: Record<string, unknown>[] }>;

/**
 * Announcements by LISTEN and NOTIFY. While somebody listens, one connection of its own is open; when it breaks, a new one
 * is opened, and what was sent meanwhile is lost. Listeners in this process hear at once, with no connection too.
 */
export class ServerAnnouncements implements Announcements {
  readonly #url: string;
  readonly #query: Query;
  readonly #positions: Positions | null;
  /** Tells this process's own texts, which it has heard already. */
  readonly #self = randomBytes(6).toString('hex');
  readonly #local = new LocalAnnouncements();
  #listeners = 0;
  #client: Client | null = null;
  /** Counts the connections: what was sent between two of them is lost. */
  #connection = 0;
  #sureUntil = 0;
  #timer: NodeJS.Timeout | null = null;
  #isClosed = false;

  /** `url` leads to the server itself, not to a pooler, which gives each statement another connection. */
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

  heard(): number | null {
    return this.#client !== null && performance.now() < this.#sureUntil ? this.#connection : null;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#local.close();
    await this.#disconnect();
  }

  // Whoever does not hear it looks for themselves later.
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

  // Connects or, if it is connected, asks whether it still is; then again after a while.
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
    client.on('notification', ({ payload = '' }) => this.#hear(payload));
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

  #hear(payload: string): void {
    const end = payload.indexOf(' ');
    const [process, position] = payload.slice(0, end).split('@');
    if (process === this.#self) return;
    // First, as what is heard makes readers ask again.
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
