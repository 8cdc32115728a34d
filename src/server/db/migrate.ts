import { fileURLToPath } from 'node:url';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type { ClientBase } from 'pg';
import { DataFolderRefused } from './errors.ts';

const FOLDER = fileURLToPath(new URL('../../../migrations', import.meta.url));

// Any number, the same in every version of the program: who migrates first makes the others wait.
const LOCK = 7_133_001;

/**
 * Brings the database up to date, in one transaction: several processes may start at the same time, and a migration
 * that fails leaves nothing behind (the caller rolls back). `count` stops at an older form, for tests. Throws
 * `DataFolderRefused` when the database is newer than the program.
 */
export async function migrate(client: ClientBase, count?: number): Promise<void> {
  const migrations = readMigrationFiles({ migrationsFolder: FOLDER }).slice(0, count);
  await client.query('begin');
  await client.query('select pg_advisory_xact_lock($1)', [LOCK]);
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
  await client.query('commit');
}

// The table is the one that drizzle-kit knows.
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
