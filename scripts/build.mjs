import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './install.mjs';

/** What the pages and the new database are made of. */
const INPUTS = [
  'index.html',
  'package-lock.json',
  'migrations',
  'public',
  'scripts/new-database.ts',
  'scripts/prerender.ts',
  'scripts/screen-scripts.ts',
  'src/contract',
  'src/newsletter',
  'src/ui',
  'src/web',
  'vite.config.ts',
];
const STAMP = join(root, 'dist', '.inputs');
const SERVER_INPUTS = [
  'package-lock.json',
  'scripts/bundle-server.mjs',
  'src/contract',
  'src/newsletter',
  'src/server',
];
/** Inside the folder, which is emptied with the pages. */
const SERVER_STAMP = join(root, 'dist', '.server', '.inputs');

/**
 * Builds the browser's part, a new database and the server's bundle, if they are missing or their sources have changed. Exits the
 * process on failure.
 */
export function ensureBuilt() {
  ensure(INPUTS, STAMP, () => {
    console.log('Building the pages for the browser (vite build).');
    return build() && makeDatabase();
  });
  ensure(SERVER_INPUTS, SERVER_STAMP, () => runScript('bundle-server.mjs'));
}

function ensure(paths, stamp, make) {
  const inputs = fingerprint(paths);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === inputs) return;
  if (!make()) process.exit(1);
  writeFileSync(stamp, inputs);
}

function build() {
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const { status, stdout } = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: root,
    // Not inherited: on a terminal Vite prints a running count of files.
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0) process.stderr.write(stdout);
  return status === 0;
}

// After the pages, as Vite empties the folder first; in a process of its own, for the memory that it takes.
function makeDatabase() {
  return runScript('new-database.ts', join(root, 'dist', '.database.tar.gz'));
}

function runScript(name, ...words) {
  const flags = ['--disable-warning=ExperimentalWarning', join(root, 'scripts', name)];
  return spawnSync(process.execPath, [...flags, ...words], { stdio: 'inherit' }).status === 0;
}

// By content, as a fresh clone has new modification times.
function fingerprint(paths) {
  const hash = createHash('sha256');
  for (const path of paths.flatMap(filesUnder))
    hash.update(`${path}\0`).update(readFileSync(join(root, path)));
  return hash.digest('hex');
}

function filesUnder(path) {
  const found = statSync(join(root, path), { throwIfNoEntry: false });
  if (!found) return [];
  if (found.isFile()) return [path];
  return readdirSync(join(root, path))
    .sort()
    .flatMap((name) => filesUnder(`${path}/${name}`))
    .filter((file) => !/\.test\.tsx?$/.test(file));
}
