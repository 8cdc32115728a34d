import { Client } from 'pg';
import { z } from 'zod';
import type { Config } from '#server/config.ts';
import { namedError } from '#server/platform/db/errors.ts';
import { ignoreLostConnection } from '#server/platform/db/pool.ts';
import { ok, type StartupFinding, wrong } from './finding.ts';

/**
 * The connections of a process to the server itself besides its pool: one that receives announcements, and briefly one
 * that holds a lock at the start, or checks whether a slow server still answers.
 */
const BESIDE_POOL = 2;
const CONNECT_TIMEOUT_MS = 5000;
const row = z.object({ available: z.coerce.number() });

/** The most connections that this machine's processes need at the server; behind a pooler only those that bypass it. */
function connectionsNeeded({
  processes,
  databaseConnections,
  databaseDirectUrl,
}: Pick<Config, 'processes' | 'databaseConnections' | 'databaseDirectUrl'>): number {
  return processes * ((databaseDirectUrl === undefined ? databaseConnections : 0) + BESIDE_POOL);
}

/** Whether the server has enough connections for this machine's processes. No finding if it does not answer. */
export async function checkConnections(config: Config): Promise<readonly StartupFinding[]> {
  const { databaseUrl, databaseDirectUrl = databaseUrl, processes } = config;
  if (databaseDirectUrl === undefined) return [];
  const available = await countAvailable(databaseDirectUrl);
  if (available === null) return [];
  const needed = connectionsNeeded(config);
  const whose = processes === 1 ? 'this process needs' : `${processes} processes on this machine need`;
  const says = `gives ${available} connections, and ${whose} up to ${needed}`;
  if (needed <= available) return [ok('Connections', `PostgreSQL ${says}`)];
  return [
    wrong(
      'Connections',
      `PostgreSQL ${says}`,
      'Raise its max_connections, set PROCESSES or DATABASE_CONNECTIONS lower, or put a pooler in front of it (docs/running/processes.md)',
    ),
  ];
}

async function countAvailable(url: string): Promise<number | null> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  ignoreLostConnection(client);
  try {
    await client.connect();
    // The lowest limit of the server, the database and the user; -1 means no limit.
    const { rows } = await client.query(`select least(
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int,
      (select nullif(datconnlimit, -1) from pg_database where datname = current_database()),
      (select nullif(rolconnlimit, -1) from pg_roles where rolname = current_user)) as available`);
    return row.parse(rows[0]).available;
  } catch (error) {
    // The check of the database reports it.
    if (namedError(error) !== error) return null;
    throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}
