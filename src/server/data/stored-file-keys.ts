import { join, resolve } from 'node:path';
import { Client } from 'pg';
import { z } from 'zod';
import type { DatabaseOptions } from '#server/platform/db/client.ts';
import { openFolder } from '#server/platform/db/embedded/durable-folder.ts';
import { lockFolder } from '#server/platform/db/embedded/folder-lock.ts';
import { namedError } from '#server/platform/db/errors.ts';
import { hasDatabase } from '#server/platform/db/open-database.ts';
import { ignoreLostConnection } from '#server/platform/db/pool.ts';

const CONNECT_TIMEOUT_MS = 5000;
const HAS_TABLE = "select to_regclass('public.attachments') is not null as there";
const KEYS = 'select key from attachments';
const hasTable = z.tuple([z.object({ there: z.boolean() })]);
const keyRows = z.array(z.object({ key: z.string() }));

type Ask = (statement: string) => Promise<{ readonly rows: unknown[] }>;

/**
 * The keys of all files that a database knows, which no program has opened for this: nothing is migrated. Null where
 * there is no database yet. Throws `DataFolderRefused` where a process uses an embedded one, and as `openDatabase` does.
 */
export async function storedFileKeys({ url, dataDir }: DatabaseOptions): Promise<readonly string[] | null> {
  if (!(await hasDatabase({ url, dataDir }))) return null;
  if (url !== undefined) return await askServer(url);
  return dataDir === undefined ? null : await askFolder(join(resolve(dataDir), 'database'));
}

async function askServer(url: string): Promise<readonly string[] | null> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  ignoreLostConnection(client);
  try {
    await client.connect();
    return await readKeys((statement) => client.query(statement));
  } catch (error) {
    throw namedError(error);
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function askFolder(folder: string): Promise<readonly string[] | null> {
  const lock = lockFolder(folder);
  try {
    const engine = await openFolder(folder);
    try {
      return await readKeys((statement) => engine.query(statement));
    } finally {
      await engine.close();
    }
  } finally {
    lock.release();
  }
}

async function readKeys(ask: Ask): Promise<readonly string[] | null> {
  const [{ there }] = hasTable.parse((await ask(HAS_TABLE)).rows);
  return there ? keyRows.parse((await ask(KEYS)).rows).map(({ key }) => key) : null;
}
