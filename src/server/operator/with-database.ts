import type { Config } from '#server/config.ts';
import type { Database } from '#server/platform/db/client.ts';
import { hasDatabase, openDatabase } from '#server/platform/db/open-database.ts';
import { OperatorError } from './operator-error.ts';

/** Opens the database for some work, and closes it again. Throws `OperatorError` if there is none yet: a command makes none. */
export async function withDatabase<T>(
  { databaseUrl: url, dataDir }: Config,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  if (!(await hasDatabase({ url, dataDir })))
    throw new OperatorError(
      url === undefined
        ? `There is no database in ${dataDir}: set DATA_DIR to the program's folder.`
        : 'There is nothing in the database of DATABASE_URL: is it the right one?',
    );
  const database = await openDatabase({ url, dataDir });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
