import { Client } from 'pg';
import { z } from 'zod';
import type { DatabaseOptions } from '#server/platform/db/client.ts';
import { Backend } from '#server/platform/db/embedded/backend.ts';
import { BackendStream } from '#server/platform/db/embedded/backend-stream.ts';
import { databaseFolder, diskSpaceOf } from '#server/platform/db/embedded/folder.ts';
import { openEngine } from '#server/platform/db/embedded/threaded-engine.ts';
import { namedError } from '#server/platform/db/errors.ts';
import { hasDatabase } from '#server/platform/db/open-database.ts';
import { ignoreLostConnection } from '#server/platform/db/pool.ts';

const CONNECT_TIMEOUT_MS = 5000;
const HAS_TABLE = "select to_regclass('public.attachments') is not null as there";
const KEYS = 'select key from attachments';
const hasTable = z.tuple([z.object({ there: z.boolean() })]);
const keyRows = z.array(z.object({ key: z.string() }));

type RunQuery = (statement: string) => Promise<{ readonly rows: unknown[] }>;

/**
 * Reads the keys of all stored files from a database that is not open, without migrating it. Null if there is no
 * database yet. Throws `DataFolderRefused` if another process uses the embedded one, and the errors of `openDatabase`.
 */
export async function storedFileKeys({ url, dataDir }: DatabaseOptions): Promise<readonly string[] | null> {
  if (!(await hasDatabase({ url, dataDir }))) return null;
  if (url !== undefined) return await readFromServer(url);
  return dataDir === undefined ? null : await readFromFolder(databaseFolder(dataDir));
}

async function readFromServer(url: string): Promise<readonly string[] | null> {
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

async function readFromFolder(folder: string): Promise<readonly string[] | null> {
  const backend = new Backend(await openEngine(folder), diskSpaceOf(folder));
  try {
    const client = new Client({ stream: () => new BackendStream(backend) });
    await client.connect();
    return await readKeys((statement) => client.query(statement));
  } finally {
    await backend.close();
  }
}

async function readKeys(ask: RunQuery): Promise<readonly string[] | null> {
  const [{ there }] = hasTable.parse((await ask(HAS_TABLE)).rows);
  return there ? keyRows.parse((await ask(KEYS)).rows).map(({ key }) => key) : null;
}
