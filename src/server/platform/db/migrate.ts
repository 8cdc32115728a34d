import { fileURLToPath } from 'node:url';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type { ClientBase } from 'pg';
import { DataFolderRefused } from './errors.ts';
import { createTenantRole, isPermissionDenied, restoreTenantAccess } from './tenant-access.ts';

const FOLDER = fileURLToPath(new URL('../../../../migrations', import.meta.url));

// An arbitrary lock number, the same in every version: other processes wait for the one that migrates.
const LOCK = 7_133_001;

/**
 * Runs the pending migrations and restores the tenant role's access, in one transaction. Several processes may start at
 * the same time. After a failure the caller rolls back. `count` stops after so many migrations, for tests. Throws
 * `DataFolderRefused` if the database is newer than the program, or if its user does not own it.
 */
export async function migrate(client: ClientBase, count?: number): Promise<void> {
  try {
    await runMigrations(client, count);
  } catch (error) {
    if (!isPermissionDenied(error)) throw error;
    throw new DataFolderRefused(
      `The user of DATABASE_URL is not the owner of the database and of all that is in it (${error.message}): create the database for that user, and restore backups as that user with pg_restore --no-owner.`,
    );
  }
}

async function runMigrations(client: ClientBase, count: number | undefined): Promise<void> {
  const migrations = readMigrationFiles({ migrationsFolder: FOLDER }).slice(0, count);
  await client.query('begin');
  await client.query('select pg_advisory_xact_lock($1)', [LOCK]);
  const query = (text: string, values?: unknown[]) => client.query<Record<string, unknown>>(text, values);
  await createTenantRole(query);
  const latest = await latestApplied(client);
  if (latest > (migrations.at(-1)?.folderMillis ?? 0))
    throw new DataFolderRefused(
      'The database was written by a newer version of this program: start that version, or restore a backup from before it.',
    );
  for (const migration of migrations) {
    if (migration.folderMillis <= latest) continue;
    for (const statement of migration.sql) await client.query(statement);
    await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
      migration.hash,
      migration.folderMillis,
    ]);
  }
  await restoreTenantAccess(query);
  await client.query('commit');
}

// Uses the migrations table of drizzle-kit.
async function latestApplied(client: ClientBase): Promise<number> {
  const { rows } = await client.query<{ present: boolean }>(
    `select to_regclass('drizzle.__drizzle_migrations') is not null as present`,
  );
  if (!rows[0]?.present) {
    await client.query('create schema if not exists drizzle');
    await client.query(
      'create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
    );
    return 0;
  }
  const applied = await client.query<{ latest: string }>(
    'select coalesce(max(created_at), 0) as latest from drizzle.__drizzle_migrations',
  );
  return Number(applied.rows[0]?.latest ?? 0);
}
