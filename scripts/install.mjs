import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** The variable by which the installing process tells the building one to remove the packages for development again. */
const DROPS = 'INKWELL_DROPS_DEVELOPMENT';
const isProduction = process.env.NODE_ENV === 'production';

/**
 * Installs the packages if node_modules differs from the lock file; in production without those for development, unless it builds. No
 * package runs a script of its own. Exits the process on failure.
 */
export function ensureInstalled({ builds = true } = {}) {
  const why = reasonToInstall({ builds });
  if (why === null) return;
  refuseOldNpm();
  console.log(`Installing the packages (npm ci), as ${why}. This takes a minute or two.`);
  const development = isProduction && !builds ? '--omit=dev' : '--include=dev';
  const { status, error } = npm(['ci', '--ignore-scripts', development, '--include=optional'], 'inherit');
  if (status !== 0) {
    console.error(`The packages could not be installed${error ? `: ${error.message}` : ''}.`);
    process.exit(1);
  }
  if (isProduction && builds) process.env[DROPS] = '1';
}

/** In production, removes the packages for development after the build, if they were installed for that alone. */
export function dropDevelopment() {
  if (process.env[DROPS] === undefined) return;
  delete process.env[DROPS];
  // Not saved: npm might rewrite the lock file, and the program would count as not built.
  npm(['prune', '--no-save', '--ignore-scripts', '--omit=dev', '--include=optional'], 'ignore');
}

/** Exits for an old npm: Debian 12's npm 9 answers the lock file's `overrides` with its help text. */
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
export async function refuseWhileRunning({ HOST, PORT }, { builds }) {
  const why = reasonToInstall({ builds });
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

/** `builds`: whether the packages for development are needed. */
function reasonToInstall({ builds }) {
  const installed = packagesOf(join(root, 'node_modules', '.package-lock.json'));
  if (installed === null) return NO_PACKAGES;
  const wanted = packagesOf(join(root, 'package-lock.json')) ?? {};
  for (const [path, entry] of Object.entries(wanted)) {
    if (path === '') continue;
    const found = installed[path];
    if (!found && entry.dev && !builds) continue;
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
