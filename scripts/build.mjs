import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './install.mjs';

/** The sources of the pages and the new database. */
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
const OUTPUTS = ['dist/index.html', 'dist/.database.tar.gz'];
const SERVER_INPUTS = [
  'package-lock.json',
  'scripts/bundle-server.mjs',
  'src/contract',
  'src/newsletter',
  'src/server',
];
/** Inside the pages' folder: emptying that removes the stamp as well. */
const SERVER_STAMP = join(root, 'dist', '.server', '.inputs');
const SERVER_OUTPUTS = ['dist/.server'];
const PAGES = { inputs: INPUTS, outputs: OUTPUTS, stamp: STAMP };
const SERVER = { inputs: SERVER_INPUTS, outputs: SERVER_OUTPUTS, stamp: SERVER_STAMP };

/**
 * Builds the browser's part, a new database and the server's bundle, if they are missing or damaged, or their sources have changed.
 * Exits the process on failure.
 */
export function ensureBuilt() {
  ensure(PAGES, () => {
    console.log('Building the pages for the browser (vite build).');
    return build() && makeDatabase();
  });
  ensure(SERVER, () => runScript('bundle-server.mjs'));
}

/** Whether there is nothing to build. */
export function isBuilt() {
  return [PAGES, SERVER].every((part) => isWhole(part, marksOf(part)));
}

function ensure(part, make) {
  const marks = marksOf(part);
  if (isWhole(part, marks)) return;
  // From now on the build is incomplete.
  emptyStamp(part.stamp);
  if (!make()) process.exit(1);
  writeFileSync(part.stamp, marks());
}

function isWhole({ stamp }, marks) {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === marks();
}

function marksOf({ inputs, outputs, stamp }) {
  const made = fingerprint(inputs);
  return () => `${made}\n${sizes(outputs, stamp)}`;
}

function emptyStamp(stamp) {
  try {
    mkdirSync(dirname(stamp), { recursive: true });
    writeFileSync(stamp, '');
  } catch (error) {
    console.error(
      `The program has not been built, or has changed since, and its folder cannot be written (${error.message}): run ‘npm run build’ as a user who may, then start again.`,
    );
    process.exit(1);
  }
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

// After the pages, because Vite empties the folder first; in a separate process, because of the memory that it needs.
function makeDatabase() {
  return runScript('new-database.ts', join(root, 'dist', '.database.tar.gz'));
}

function runScript(name, ...words) {
  const flags = ['--disable-warning=ExperimentalWarning', join(root, 'scripts', name)];
  return spawnSync(process.execPath, [...flags, ...words], { stdio: 'inherit' }).status === 0;
}

// By content, because a fresh clone has new modification times.
function fingerprint(paths) {
  const hash = createHash('sha256');
  for (const path of paths.flatMap(filesUnder))
    hash.update(`${path}\0`).update(readFileSync(join(root, path)));
  return hash.digest('hex');
}

// Emptied, truncated and missing files change the sizes, which are quicker to read than the contents.
function sizes(paths, stamp) {
  const files = paths.flatMap(filesUnder).filter((path) => join(root, path) !== stamp);
  return files.map((path) => `${path} ${statSync(join(root, path)).size}`).join('\n');
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
