import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { unfinishedMarkerPath } from '#server/platform/db/embedded/durable-folder.ts';
import { openEmbedded, openMemory } from '#server/platform/db/embedded/embedded.ts';
import type { Database, DatabaseOptions } from './client.ts';
import { hasTables, openServer } from './server.ts';

/**
 * Opens and migrates the database. Throws `DataFolderRefused`, with one sentence for the operator, if the folder is in use
 * or of another version.
 */
export async function openDatabase({ url, dataDir, ...server }: DatabaseOptions): Promise<Database> {
  if (url !== undefined) return await openServer({ url, ...server });
  return dataDir === undefined ? await openMemory() : await openEmbedded(join(resolve(dataDir), 'database'));
}

/** Whether the database exists already. Changes nothing. Throws what `openDatabase` throws. */
export async function hasDatabase({ url, dataDir }: DatabaseOptions): Promise<boolean> {
  if (url !== undefined) return await hasTables(url);
  if (dataDir === undefined) return false;
  const folder = join(resolve(dataDir), 'database');
  return existsSync(folder) && !existsSync(unfinishedMarkerPath(folder));
}
