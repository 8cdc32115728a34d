import { spawn, spawnSync } from 'node:child_process';
import { accessSync, chownSync, constants, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const START_TIMEOUT_MS = 30_000;

/** The folder of PostgreSQL's binaries on this machine, newest version first, or null. */
export function findPostgres() {
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...debianFolders()].filter(Boolean);
  return folders.find((folder) => isProgram(join(folder, 'initdb')) && isProgram(join(folder, 'postgres'))) ?? null;
}

// Debian keeps them off the PATH, one folder a version.
function debianFolders() {
  const root = '/usr/lib/postgresql';
  try {
    return readdirSync(root)
      .sort((a, b) => Number(b) - Number(a))
      .map((version) => join(root, version, 'bin'));
  } catch {
    return [];
  }
}

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Starts a PostgreSQL of its own in a temporary folder on a free port, without durability: it is for tests.
 * Resolves to its `url`, a `stop()` that leaves nothing behind, and `pause()` and `resume()`, which stop and start the
 * server on the same port and data. Null where the machine has no PostgreSQL.
 */
export async function startPostgres() {
  const binaries = findPostgres();
  if (binaries === null) return null;
  const folder = mkdtempSync(join(tmpdir(), 'postgres-'));
  const user = ordinaryUser();
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const options = { ...user, cwd: folder, stdio: 'ignore', env: { ...process.env, LC_ALL: 'C.UTF-8' } };
  const made = spawnSync(join(binaries, 'initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync'], options);
  if (made.status !== 0) {
    rmSync(folder, { recursive: true, force: true });
    throw new Error(`initdb of ${binaries} failed`);
  }
  const port = await freePort();
  const settings = ['listen_addresses=127.0.0.1', `port=${port}`, `unix_socket_directories=${folder}`, 'fsync=off', 'full_page_writes=off', 'max_connections=200'];
  let server = await start();

  async function start() {
    const child = spawn(join(binaries, 'postgres'), ['-D', data, ...settings.flatMap((setting) => ['-c', setting])], options);
    await untilListening(port, child);
    return child;
  }
  async function pause() {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill('SIGINT'); // ends open connections, too
    await ended;
  }
  // If the caller ends without a stop.
  const abandon = () => {
    server.kill('SIGQUIT');
    rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', abandon);
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    pause,
    resume: async () => {
      server = await start();
    },
    stop: async () => {
      process.off('exit', abandon);
      await pause();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

// PostgreSQL refuses to run as root.
function ordinaryUser() {
  if (process.getuid?.() !== 0) return {};
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = ['-u', '-g'].map((flag) => Number(spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout?.trim() || Number.NaN));
    if (uid > 0 && gid > 0) return { uid, gid };
  }
  throw new Error('PostgreSQL needs an ordinary user, and there is neither postgres nor nobody');
}

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

async function untilListening(port, child) {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`PostgreSQL ended while starting, with code ${child.exitCode}`);
    if (await listens(port)) return;
    await delay(50);
  }
  child.kill('SIGQUIT');
  throw new Error('PostgreSQL did not start in time');
}

function listens(port) {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
