import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { Client } from 'pg';
import { z } from 'zod';
import type { Config } from '#server/config.ts';
import { OperatorError } from '#server/operator/operator-error.ts';
import { databaseFolder } from '#server/platform/db/embedded/folder.ts';
import { lockFolder } from '#server/platform/db/embedded/folder-lock.ts';
import { namedError } from '#server/platform/db/errors.ts';
import { createTenantRole } from '#server/platform/db/tenant-access.ts';
import { packFolder, unpackFolder } from './folder-stream.ts';

/** The database as one stream of bytes: pg_dump's snapshot of a server, or the folder of the embedded database. */

export const DATABASE_KINDS = ['postgres', 'pglite'] as const;
export type DatabaseKind = (typeof DATABASE_KINDS)[number];

/** A dump in progress. */
export interface Dump {
  readonly bytes: Readable;
  /** The keys of the files that the dump has rows of. Resolves once the bytes have ended; throws why the dump failed. */
  readonly fileKeys: () => Promise<readonly string[] | null>;
}

export function databaseKind({ databaseUrl }: Config): DatabaseKind {
  return databaseUrl === undefined ? 'pglite' : 'postgres';
}

/** Runs work with a dump. Throws `DataFolderRefused` if a program uses the embedded database, `OperatorError` without pg_dump. */
export async function withDump<T>(config: Config, work: (dump: Dump) => Promise<T>): Promise<T> {
  const { databaseUrl, databaseDirectUrl, dataDir } = config;
  // A snapshot outlasts a pooler's transaction.
  if (databaseUrl !== undefined) return await withServerDump(databaseDirectUrl ?? databaseUrl, work);
  const folder = databaseFolder(dataDir);
  const lock = lockFolder(folder);
  try {
    // Nobody changes anything meanwhile, so no file is deleted.
    return await work({ bytes: packFolder(folder), fileKeys: async () => null });
  } finally {
    lock.release();
  }
}

async function withServerDump<T>(url: string, work: (dump: Dump) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect().catch((error: unknown) => {
    throw namedError(error);
  });
  try {
    await requireTool('pg_dump', client);
    // The dump and the list of its files share one snapshot.
    await client.query('begin isolation level repeatable read read only');
    const { rows } = await client.query('select pg_export_snapshot() as snapshot');
    const [{ snapshot }] = z.tuple([z.object({ snapshot: z.string() })]).parse(rows);
    const dump = startTool('pg_dump', url, ['-Fc', `--snapshot=${snapshot}`]);
    dump.child.stdin.end();
    return await work({
      bytes: dump.child.stdout,
      fileKeys: async () => {
        await dump.ended();
        const found = await client.query('select key from attachments');
        return z
          .array(z.object({ key: z.string() }))
          .parse(found.rows)
          .map(({ key }) => key);
      },
    });
  } finally {
    await client.end();
  }
}

/** Fills an empty database from a dump's bytes. */
export async function restoreDump(config: Config, bytes: Readable): Promise<void> {
  const { databaseUrl, databaseDirectUrl, dataDir } = config;
  if (databaseUrl === undefined) {
    const folder = databaseFolder(dataDir);
    const lock = lockFolder(folder);
    try {
      return await unpackFolder(bytes, folder);
    } finally {
      lock.release();
    }
  }
  const url = databaseDirectUrl ?? databaseUrl;
  await makeRole(url);
  const restore = startTool('pg_restore', url, [
    '--no-owner',
    '--exit-on-error',
    '--single-transaction',
    '-d',
    '',
  ]);
  const failure = await pipeline(bytes, restore.child.stdin).then(
    () => null,
    (error: unknown) => error,
  );
  if (failure instanceof OperatorError) throw failure;
  // The tool's own error says more than a broken pipe.
  await restore.ended();
  if (failure !== null) throw failure;
}

// A dump has no roles, and without this one its policies cannot be restored.
async function makeRole(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect().catch((error: unknown) => {
    throw namedError(error);
  });
  try {
    await requireTool('pg_restore', client);
    await client.query('begin');
    await createTenantRole((statement) => client.query(statement));
    await client.query('commit');
  } finally {
    await client.end();
  }
}

/** Throws `OperatorError` if PostgreSQL's tool is missing, or older than the server and so unable to handle its dumps. */
async function requireTool(tool: 'pg_dump' | 'pg_restore', client: Client): Promise<void> {
  const { rows } = await client.query(`select current_setting('server_version_num')::int / 10000 as major`);
  const [{ major }] = z.tuple([z.object({ major: z.number() })]).parse(rows);
  const version = await text(spawnTool(tool, ['--version']).stdout).catch(() => '');
  const found = /\(PostgreSQL\) (\d+)/.exec(version)?.[1];
  const put = `Install postgresql-client-${major}, or put that version first in PATH.`;
  if (found === undefined) throw new OperatorError(`${tool} is not on this machine. ${put}`);
  if (Number(found) < major)
    throw new OperatorError(`${tool} is of version ${found}, the server of ${major}. ${put}`);
}

type Tool = ChildProcessWithoutNullStreams;

function spawnTool(tool: string, words: readonly string[], environment: NodeJS.ProcessEnv = {}): Tool {
  const child = spawn(tool, words, { stdio: 'pipe', env: { ...process.env, ...environment } });
  // The exit code, or the lack of output, reports the failure.
  child.on('error', () => child.stdout.destroy());
  child.stdin.on('error', () => undefined);
  return child;
}

/** Starts a tool on a database. The password is not an argument, since every user of the machine can read those. */
function startTool(tool: string, url: string, words: readonly string[]) {
  const address = new URL(url);
  const PGPASSWORD = decodeURIComponent(address.password);
  address.password = '';
  const given = words.at(-1) === '' ? [...words.slice(0, -1), address.href] : [...words, address.href];
  const child = spawnTool(tool, given, PGPASSWORD === '' ? {} : { PGPASSWORD });
  const complaints = text(child.stderr);
  const closed = once(child, 'close');
  return {
    child,
    async ended(): Promise<void> {
      await closed;
      if (child.exitCode === 0) return;
      throw new OperatorError(
        `${tool} failed: ${(await complaints).trim() || `exit code ${child.exitCode}`}`,
      );
    },
  };
}
