import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type { ClientBase } from 'pg';
import { DataFolderRefused } from './errors.ts';
import { createTenantRole, isPermissionDenied, restoreTenantAccess } from './tenant-access.ts';

const FOLDER = fileURLToPath(new URL('../../../../migrations', import.meta.url));

// An arbitrary lock number, the same in every version: other processes wait for the one that migrates.
const LOCK = 7_133_001;

// Other processes serve meanwhile. A migration that waits for a table's lock blocks everybody behind it, so it gives up
// and tries again, before PostgreSQL looks for a deadlock, whose victim could be a call.
const LOCK_TIMEOUT_MS = 400;
const LOCK_TRIES = 100;
const LOCK_PAUSE_MS = 300;
const LOCK_NOT_AVAILABLE = '55P03';

/** In a migration: programs from the named migration on no longer use what this one removes. See docs/running/processes.md. */
const NEEDS = /^-- Needs programs of migration (\d{4}) or later\.$/m;

/** The relation of a database and this program. */
export interface Migrated {
  /** Whether a newer, still compatible version of the program has migrated the database. */
  readonly isOlder: boolean;
}

/**
 * Runs the pending migrations and restores the tenant role's access, in one transaction. Several processes may start at
 * the same time, while others serve. After a failure the caller rolls back. `count` limits the migrations, for tests. Throws
 * `DataFolderRefused` if the database is too new for the program, or if its user does not own it.
 */
export async function migrate(client: ClientBase, count?: number): Promise<Migrated> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await runMigrations(client, count);
    } catch (error) {
      if (isPermissionDenied(error))
        throw new DataFolderRefused(
          `The user of DATABASE_URL is not the owner of the database and of all that is in it (${error.message}): create the database for that user, and restore backups as that user with pg_restore --no-owner.`,
        );
      if (tries === LOCK_TRIES || !isLockTimeout(error)) throw error;
      await client.query('rollback');
      await wait(LOCK_PAUSE_MS * (0.5 + Math.random()));
    }
  }
}

async function runMigrations(client: ClientBase, count: number | undefined): Promise<Migrated> {
  const migrations = readMigrationFiles({ migrationsFolder: FOLDER }).slice(0, count);
  await client.query('begin');
  await client.query('select pg_advisory_xact_lock($1)', [LOCK]);
  const query = (text: string, values?: unknown[]) => client.query<Record<string, unknown>>(text, values);
  await createTenantRole(query);
  const latest = await latestApplied(client);
  const newest = migrations.at(-1)?.folderMillis ?? 0;
  if (latest > newest && (await oldestProgram(client)) > newest)
    throw new DataFolderRefused(
      'The database was written by a newer version of this program: start that version, or restore a backup from before it.',
    );
  const pending = migrations.filter(({ folderMillis }) => folderMillis > latest);
  if (pending.length > 0) await client.query(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`);
  for (const migration of pending) {
    for (const statement of migration.sql) await client.query(statement);
    await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
      migration.hash,
      migration.folderMillis,
    ]);
    const oldest = NEEDS.exec(migration.sql.join('\n'))?.[1];
    if (oldest !== undefined) await requirePrograms(client, migrations[Number(oldest)]?.folderMillis ?? 0);
  }
  await restoreTenantAccess(query);
  await client.query('commit');
  return { isOlder: latest > newest };
}

/**
 * The newest migration that a program must know to work with the database, by its time; 0: none. Older programs ignore
 * additions, unless a migration removed something that they need, which it declares with `NEEDS`.
 */
async function oldestProgram(client: ClientBase): Promise<number> {
  const { rows } = await client.query<{ note: string | null }>(
    `select obj_description('drizzle.__drizzle_migrations'::regclass, 'pg_class') as note`,
  );
  return Number(/^for programs since (\d+)$/.exec(rows[0]?.note ?? '')?.[1] ?? 0);
}

async function requirePrograms(client: ClientBase, since: number): Promise<void> {
  await client.query(`comment on table drizzle.__drizzle_migrations is 'for programs since ${since}'`);
}

function isLockTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE;
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
