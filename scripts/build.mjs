import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './install.mjs';

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

/** Builds the browser's part and a new database, if they are missing or their sources have changed. Exits the process on failure. */
export function ensureBuilt() {
  const inputs = fingerprint();
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === inputs) return;
  console.log('Building the pages for the browser (vite build).');
  if (!build() || !makeDatabase()) process.exit(1);
  writeFileSync(STAMP, inputs);
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
  const words = [join(root, 'scripts', 'new-database.ts'), join(root, 'dist', '.database.tar.gz')];
  const flags = ['--disable-warning=ExperimentalWarning'];
  return spawnSync(process.execPath, [...flags, ...words], { stdio: 'inherit' }).status === 0;
}

// By content, as a fresh clone has new modification times.
function fingerprint() {
  const hash = createHash('sha256');
  for (const path of INPUTS.flatMap(filesUnder))
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
