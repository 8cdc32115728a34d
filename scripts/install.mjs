import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** Installs the packages if node_modules differs from the lock file. Exits the process on failure. */
export function ensureInstalled() {
  const why = reasonToInstall();
  if (why === null) return;
  refuseOldNpm();
  console.log(`Installing the packages (npm ci), as ${why}. This takes a minute or two.`);
  const { status, error } = npm(['ci', '--include=dev', '--include=optional'], 'inherit');
  if (status === 0) return;
  console.error(`The packages could not be installed${error ? `: ${error.message}` : ''}.`);
  process.exit(1);
}

/** Debian 12's npm 9 answers the lock file's `overrides` with its help. */
function refuseOldNpm() {
  const version = npm(['--version'], 'pipe').stdout?.toString().trim() ?? '';
  if (!(Number.parseInt(version, 10) < 10)) return;
  console.error(
    `This needs npm 10 or later, here is ${version}: run ‘npm install --global npm@11’, then start again.`,
  );
  process.exit(1);
}

function npm(words, output) {
  return spawnSync('npm', words, {
    cwd: root,
    stdio: ['ignore', output, 'inherit'],
    shell: process.platform === 'win32',
    env: { ...process.env, PATH: pathWithoutProject() },
  });
}

/**
 * Exits the process if packages have to be installed while something answers at the server's port: a server that runs
 * from this folder loads some packages lazily and would not find them.
 */
export async function refuseWhileRunning({ HOST, PORT }) {
  const why = reasonToInstall();
  if (why === null || why === NO_PACKAGES) return;
  const port = PORT || '3000';
  if (!(await answers(HOST, port))) return;
  console.error(
    `Something answers at port ${port}, perhaps this program: stop it and start again, as packages have to be installed (${why}).`,
  );
  process.exit(1);
}

async function answers(host, port) {
  const wildcards = { '0.0.0.0': '127.0.0.1', '::': '::1' };
  const name = host || 'localhost';
  try {
    const socket = connect({ host: wildcards[name] ?? name, port: Number(port) });
    await once(socket, 'connect');
    socket.destroy();
    return true;
  } catch {
    return false;
  }
}

const NO_PACKAGES = 'there are none yet';

function reasonToInstall() {
  const installed = packagesOf(join(root, 'node_modules', '.package-lock.json'));
  if (installed === null) return NO_PACKAGES;
  const wanted = packagesOf(join(root, 'package-lock.json')) ?? {};
  for (const [path, entry] of Object.entries(wanted)) {
    if (path === '') continue;
    const found = installed[path];
    // Optional packages may be for another platform.
    if (found ? found.version !== entry.version || found.integrity !== entry.integrity : !isOptional(entry))
      return `${path.replace(/^.*node_modules\//, '')} ${found ? 'is of another version' : 'is missing'}`;
  }
  const surplus = Object.keys(installed).find((path) => !(path in wanted));
  return surplus ? `${surplus} is no longer wanted` : null;
}

const isOptional = ({ optional, devOptional, os, cpu }) => optional || devOptional || os || cpu;

function packagesOf(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages;
  } catch {
    return null;
  }
}

// npm must not run on the Node in node_modules, which it empties.
function pathWithoutProject() {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.filter((folder) => !/node_modules[\\/]\.bin[\\/]?$/.test(folder)).join(delimiter);
}
