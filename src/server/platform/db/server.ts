import { Client, DatabaseError, type PoolClient } from 'pg';
import { breakAfterTurning } from './break-after-turning.ts';
import type { DatabaseOptions } from './client.ts';
import { namedError } from './errors.ts';
import { GuardedPool, ignoreLostConnection } from './pool.ts';
import { SqlDatabase } from './sql-database.ts';

const CONNECTIONS = 10;
// Never closed, so that work continues even if other programs take all connections of the server.
const KEPT_CONNECTIONS = 2;
// A call must fail within two seconds if the server is down.
const CONNECT_TIMEOUT_MS = 1500;
// How long to wait for a busy server. Callers give up at about this time.
const QUEUE_TIMEOUT_MS = 10_000;

// After this long, work on a connection may be waiting for a server that vanished (a pulled cable, a frozen machine).
// TCP would wait for minutes, so a second connection probes the server.
const SUSPICIOUS_MS = 900;
const PROBE_TIMEOUT_MS = 700;
const WATCH_EVERY_MS = 200;

interface ServerOptions
  extends Pick<DatabaseOptions, 'directUrl' | 'readUrl' | 'connections' | 'queueTimeoutMs'> {
  readonly url: string;
}

/** The database on a PostgreSQL server, version 15 or later, which connects at the first query. */
export function databaseOnServer({
  url,
  directUrl = url,
  readUrl,
  connections = CONNECTIONS,
  queueTimeoutMs = QUEUE_TIMEOUT_MS,
}: ServerOptions): SqlDatabase {
  const pool = new GuardedPool({
    connectionString: url,
    max: connections,
    min: KEPT_CONNECTIONS,
    connectTimeoutMs: CONNECT_TIMEOUT_MS,
    queueTimeoutMs,
    keepAlive: true,
  });
  const unwatch = dropSilentConnections(pool, url);
  return new SqlDatabase('postgres', pool, {
    directUrl,
    readUrl,
    shutDown: async () => unwatch(),
  });
}

// Closes connections in use if the server does not answer on a new one either. Returns a function that stops this.
function dropSilentConnections(pool: GuardedPool, url: string): () => void {
  const since = new Map<PoolClient, number>();
  let probing = false;
  pool.on('acquire', (client) => since.set(client, performance.now()));
  pool.on('release', (_, client) => since.delete(client));
  pool.on('remove', (client) => since.delete(client));
  const watch = async () => {
    const suspicious = [...since].filter(([, start]) => performance.now() - start > SUSPICIOUS_MS);
    if (suspicious.length === 0 || probing) return;
    probing = true;
    const alive = await answers(url);
    probing = false;
    // If it answers, the query is just slow: the next probe comes after the same time.
    if (!alive) pool.rejectWaiting(new Error('Connection terminated: the server has gone silent'));
    for (const [client] of suspicious) {
      if (alive) since.set(client, performance.now());
      else client.connection.stream.destroy();
    }
  };
  const timer = setInterval(() => void watch(), WATCH_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}

async function answers(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url });
  ignoreLostConnection(client);
  const stop = breakAfterTurning(client, PROBE_TIMEOUT_MS);
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch (error) {
    // A server that rejects us (too many connections, starting up) does answer.
    return error instanceof DatabaseError;
  } finally {
    stop();
    client.connection.stream.destroy();
  }
}

/** Whether a server has the program's tables. Throws `DatabaseUnavailable`. */
export async function hasTables(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  ignoreLostConnection(client);
  try {
    await client.connect();
    const { rowCount } = await client.query(
      `select from pg_tables where schemaname = 'drizzle' and tablename = '__drizzle_migrations'`,
    );
    return rowCount !== 0;
  } catch (error) {
    throw namedError(error);
  } finally {
    await client.end();
  }
}
