import { Client, DatabaseError, type PoolClient } from 'pg';
import type { Database } from './client.ts';
import { namedError } from './errors.ts';
import { GuardedPool, ignoreLostConnection } from './pool.ts';
import { SqlDatabase } from './sql-database.ts';

const CONNECTIONS = 10;
// Given back last: where others take every connection that is free, work still goes on, one after the other.
const KEPT_CONNECTIONS = 2;
// A call must fail within two seconds when the server is away.
const CONNECT_TIMEOUT_MS = 1500;
// A server that is only busy is waited for; whoever called gives up at about this time.
const TURN_TIMEOUT_MS = 10_000;

// Work on a connection that has taken this long may be waiting for a server that is gone without a word (a pulled
// cable, a frozen machine): TCP itself would wait for minutes. Another connection is tried then.
const SUSPICIOUS_MS = 900;
const PROBE_TIMEOUT_MS = 700;
const WATCH_EVERY_MS = 200;

/** Opens the database on a PostgreSQL server, 15 or later. Throws `DatabaseAway` when it cannot be reached. */
export async function openServer(url: string): Promise<Database> {
  const pool = new GuardedPool({
    connectionString: url,
    max: CONNECTIONS,
    min: KEPT_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    turnTimeoutMs: TURN_TIMEOUT_MS,
    keepAlive: true,
  });
  const unwatch = dropSilentConnections(pool, url);
  return await SqlDatabase.open('postgres', pool, async () => unwatch());
}

// Ends the connections in use when the server does not answer on a new one either. Returns the stop.
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
    // A long query: asked about again after the same time.
    if (!alive) pool.refuseWaiting(new Error('Connection terminated: the server has gone silent'));
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
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: PROBE_TIMEOUT_MS,
    query_timeout: PROBE_TIMEOUT_MS,
  });
  ignoreLostConnection(client);
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch (error) {
    // Who refuses (no connection is free, it is starting up) is not silent.
    return error instanceof DatabaseError;
  } finally {
    client.connection.stream.destroy();
  }
}

/** Whether the program's tables are on a server. Throws `DatabaseAway` when it cannot be reached. */
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
