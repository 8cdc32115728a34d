import { Client } from 'pg';
import { DataFolderRefused, namedError } from './errors.ts';
import { ignoreLostConnection } from './pool.ts';

/**
 * A mark in a server's database while a backup is restored into it: another machine has another DATA_DIR, and would
 * begin to send from incomplete data. It is an empty schema, since the dump brings the tables of its own version.
 */

const CONNECT_TIMEOUT_MS = 5000;
const MARK = 'inkwell_restore_unfinished';

/** Marks that a restore has begun, before the first table exists. Throws `DatabaseUnavailable`. */
export async function markDatabase(url: string): Promise<void> {
  await ask(url, `create schema if not exists ${MARK}`);
}

/** Removes the mark, because the restore is complete. Throws `DatabaseUnavailable`. */
export async function unmarkDatabase(url: string): Promise<void> {
  await ask(url, `drop schema if exists ${MARK}`);
}

/** Throws `DataFolderRefused` if a restore into the database began and did not end, and `DatabaseUnavailable`. */
export async function refuseMarked(url: string): Promise<void> {
  if ((await ask(url, `select from pg_namespace where nspname = '${MARK}'`)) === 0) return;
  throw new DataFolderRefused(
    'A restore into the database of DATABASE_URL did not end, so part of the data may be missing: restore again into an empty database, and set DATABASE_URL to that.',
  );
}

async function ask(url: string, statement: string): Promise<number> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  ignoreLostConnection(client);
  try {
    await client.connect();
    return (await client.query(statement)).rowCount ?? 0;
  } catch (error) {
    throw namedError(error);
  } finally {
    await client.end();
  }
}
