import { openEmbedded } from '#server/platform/db/embedded/embedded.ts';
import { databaseFolder, isCreated } from '#server/platform/db/embedded/folder.ts';
import type { Database, DatabaseOptions } from './client.ts';
import { hasTables, openServer } from './server.ts';

/**
 * Opens and migrates the database. Throws `DataFolderRefused`, with one sentence for the operator, if the folder is in use
 * or of another version.
 */
export async function openDatabase({ url, dataDir, ...server }: DatabaseOptions): Promise<Database> {
  if (url !== undefined) return await openServer({ url, ...server });
  if (dataDir === undefined) throw new Error('A database needs a server or a data folder');
  return await openEmbedded(databaseFolder(dataDir));
}

/** Whether the database exists already. Changes nothing. Throws what `openDatabase` throws. */
export async function hasDatabase({ url, dataDir }: DatabaseOptions): Promise<boolean> {
  if (url !== undefined) return await hasTables(url);
  return dataDir !== undefined && isCreated(databaseFolder(dataDir));
}
