import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './install.mjs';

const INPUTS = [
  'index.html',
  'package-lock.json',
  'public',
  'scripts/prerender.ts',
  'src/contract',
  'src/newsletter',
  'src/web',
  'vite.config.ts',
];
const STAMP = join(root, 'dist', '.inputs');

/** Builds the browser's part where it is missing or its sources have changed. Ends the process where that fails. */
export function ensureBuilt() {
  const inputs = fingerprint();
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === inputs) return;
  console.log('Building the pages for the browser (vite build).');
  if (!build()) process.exit(1);
  writeFileSync(STAMP, inputs);
}

function build() {
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const { status, stdout } = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: root,
    // On a terminal, Vite counts files there by the thousand.
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0) process.stderr.write(stdout);
  return status === 0;
}

// By content: a fresh clone gives every file the time of the clone.
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
