import { openEmbedded } from '#server/platform/db/embedded/embedded.ts';
import { databaseFolder, isCreated } from '#server/platform/db/embedded/folder.ts';
import type { Database, DatabaseOptions } from './client.ts';
import { databaseOnServer, hasTables } from './server.ts';
import type { SqlDatabase } from './sql-database.ts';

/**
 * Opens and migrates the database. Throws `DataFolderRefused`, with one sentence for the operator, if the folder is in use
 * or of another version, and `DatabaseUnavailable`.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const database = await findDatabase(options);
  await database.migrate();
  return database;
}

/** The database before its migration, so that its users can be built meanwhile. Throws `DataFolderRefused`. */
export async function findDatabase({ url, dataDir, ...server }: DatabaseOptions): Promise<SqlDatabase> {
  if (url !== undefined) return databaseOnServer({ url, ...server });
  if (dataDir === undefined) throw new Error('A database needs a server or a data folder');
  return await openEmbedded(databaseFolder(dataDir));
}

/** Whether the database already exists. Changes nothing. Throws the errors of `openDatabase`. */
export async function hasDatabase({ url, dataDir }: DatabaseOptions): Promise<boolean> {
  if (url !== undefined) return await hasTables(url);
  return dataDir !== undefined && isCreated(databaseFolder(dataDir));
}
