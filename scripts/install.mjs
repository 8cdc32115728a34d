import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder. */
export const root = fileURLToPath(new URL('..', import.meta.url));

/** Installs what the lock names, if it is not what stands in node_modules. Ends the process where that fails. */
export function ensureInstalled() {
  const why = reasonToInstall();
  if (why === null) return;
  console.log(`Installing the packages (npm ci), as ${why}. This takes a minute or two.`);
  const { status, error } = spawnSync('npm', ['ci', '--include=dev', '--include=optional'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
    env: { ...process.env, PATH: pathOfTheMachine() },
  });
  if (status === 0) return;
  console.error(`The packages could not be installed${error ? `: ${error.message}` : ''}.`);
  process.exit(1);
}

function reasonToInstall() {
  const installed = packagesOf(join(root, 'node_modules', '.package-lock.json'));
  if (installed === null) return 'there are none yet';
  const wanted = packagesOf(join(root, 'package-lock.json')) ?? {};
  for (const [path, entry] of Object.entries(wanted)) {
    if (path === '') continue;
    const found = installed[path];
    // What is optional may be for another kind of machine.
    if (found ? found.version !== entry.version || found.integrity !== entry.integrity : !isOptional(entry))
      return `${path.replace(/^.*node_modules\//, '')} ${found ? 'is of another version' : 'is missing'}`;
  }
  const strange = Object.keys(installed).find((path) => !(path in wanted));
  return strange ? `${strange} is no longer wanted` : null;
}

const isOptional = ({ optional, devOptional, os, cpu }) => optional || devOptional || os || cpu;

function packagesOf(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages;
  } catch {
    return null;
  }
}

// npm must not run on the Node inside the folder that it empties.
function pathOfTheMachine() {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.filter((folder) => !/node_modules[\\/]\.bin[\\/]?$/.test(folder)).join(delimiter);
}
