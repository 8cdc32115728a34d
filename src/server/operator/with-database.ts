import type { Config } from '#server/config.ts';
import type { Database } from '#server/platform/db/client.ts';
import { requireDatabase } from './require-database.ts';

/** Opens the database for some work, and closes it again. Throws `OperatorError` if there is none yet: commands make none. */
export async function withDatabase<T>(config: Config, work: (database: Database) => Promise<T>): Promise<T> {
  await requireDatabase(config);
  return await withAnyDatabase(config, work);
}

/** Like `withDatabase`, for an existing database, which may be half restored. */
export async function withAnyDatabase<T>(
  config: Config,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const { openDatabase } = await import('#server/platform/db/open-database.ts');
  const { databaseUrl: url, dataDir } = config;
  const database = await openDatabase({ url, dataDir });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
