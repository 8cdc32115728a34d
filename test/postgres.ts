import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { accessSync, chownSync, constants, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';

/** A PostgreSQL server for tests. */
export interface TestPostgres {
  readonly url: string;
  /** Stops the server and its connections. `resume` starts it again with the same data on the same port. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** Stops the server and deletes its data. */
  stop(): Promise<void>;
}

const START_TIMEOUT_MS = 30_000;

/** The folder of PostgreSQL's binaries on this machine; null if it is not installed. */
export function findPostgres(): string | null {
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...debianFolders()];
  return (
    folders.find((folder) => ['initdb', 'postgres'].every((program) => isProgram(join(folder, program)))) ??
    null
  );
}

// Debian installs them outside PATH, in a folder per version.
function debianFolders(): string[] {
  const root = '/usr/lib/postgresql';
  try {
    const versions = readdirSync(root).sort((a, b) => Number(b) - Number(a));
    return versions.map((version) => join(root, version, 'bin'));
  } catch {
    return [];
  }
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Starts PostgreSQL without fsync in a temporary folder on a free port; when run as root, as an ordinary user. Null if it
 * is not installed.
 */
export async function startPostgres({ maxConnections = 200 } = {}): Promise<TestPostgres | null> {
  const binaries = findPostgres();
  if (binaries === null) return null;
  const folder = mkdtempSync(join(tmpdir(), 'postgres-'));
  const data = join(folder, 'data');
  const options = ordinaryUser(folder);
  const initdb = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync'];
  if (spawnSync(join(binaries, 'initdb'), initdb, options).status !== 0) {
    rmSync(folder, { recursive: true, force: true });
    throw new Error(`initdb in ${binaries} failed`);
  }
  return await run(binaries, folder, options, maxConnections);
}

/** Starts a replica of a server of `startPostgres`, which follows it. */
export async function startReplica(primary: TestPostgres): Promise<TestPostgres> {
  const binaries = findPostgres();
  if (binaries === null) throw new Error('PostgreSQL is not installed');
  const folder = mkdtempSync(join(tmpdir(), 'postgres-'));
  const options = ordinaryUser(folder);
  const { port } = new URL(primary.url);
  // Next to the server itself: PATH may have a link to the server alone.
  const copy = join(dirname(realpathSync(join(binaries, 'postgres'))), 'pg_basebackup');
  const from = ['-h', '127.0.0.1', '-p', port, '-U', 'postgres', '-c', 'fast', '--no-sync', '-R'];
  if (spawnSync(copy, [...from, '-D', join(folder, 'data')], options).status !== 0)
    throw new Error('pg_basebackup failed');
  return await run(binaries, folder, options, 200);
}

// Starts a server on the data in `folder`.
async function run(
  binaries: string,
  folder: string,
  options: SpawnOptions,
  maxConnections: number,
): Promise<TestPostgres> {
  const port = await freePort();
  const settings = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    `unix_socket_directories=${folder}`,
    'fsync=off',
    'full_page_writes=off',
    `max_connections=${maxConnections}`,
  ].flatMap((setting) => ['-c', setting]);
  const data = join(folder, 'data');
  const start = async () => {
    const started = spawn(join(binaries, 'postgres'), ['-D', data, ...settings], options);
    await untilReady(port, started);
    return started;
  };
  let server = await start();
  // For callers that exit without `stop`.
  const abandon = () => {
    server.kill('SIGQUIT');
    rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', abandon);
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    pause: () => end(server),
    resume: async () => {
      server = await start();
    },
    stop: async () => {
      process.off('exit', abandon);
      await end(server);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = new Promise((resolve) => server.once('exit', resolve));
  // PostgreSQL's "fast" shutdown, which closes open connections.
  server.kill('SIGINT');
  await ended;
}

/** The options to start a program that refuses to run as root: as an ordinary user, who gets the folder. */
export function ordinaryUser(folder: string): SpawnOptions {
  const options: SpawnOptions = { cwd: folder, stdio: 'ignore', env: { ...process.env, LC_ALL: 'C.UTF-8' } };
  if (process.getuid?.() !== 0) return options;
  for (const name of ['postgres', 'nobody']) {
    const uid = idOf('-u', name);
    const gid = idOf('-g', name);
    if (uid === null || gid === null) continue;
    chownSync(folder, uid, gid);
    return { ...options, uid, gid };
  }
  throw new Error('An ordinary user is needed, and there is neither postgres nor nobody');
}

function idOf(flag: string, name: string): number | null {
  const answer = spawnSync('id', [flag, name], { encoding: 'utf8' });
  return answer.status === 0 ? Number(answer.stdout.trim()) : null;
}

/** Finds a free port. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}

// Connecting to the port is not enough, since the server rejects clients while it starts up.
async function untilReady(port: number, server: ChildProcess): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < deadline) {
    if (server.exitCode !== null)
      throw new Error(`PostgreSQL ended while starting, with code ${server.exitCode}`);
    if (await answers(`postgres://postgres@127.0.0.1:${port}/postgres`)) return;
    await delay(50);
  }
  server.kill('SIGQUIT');
  throw new Error('PostgreSQL did not start in time');
}

/** Whether a server accepts a connection. */
export async function answers(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url });
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end();
  }
}
