import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Linux's file system in memory. */
const MEMORY = '/dev/shm';
/** The name of a run's folder begins with this; the number of its process follows. */
const NAME = `inkwell-tests-${process.getuid?.()}-`;
/** A run keeps less than 2 GB there, most of it PostgreSQL's; its processes need the rest. */
const FOLDER_BYTES = 2e9;
const MEMORY_BYTES = 6e9;

/**
 * Keeps the temporary files of this process and its children in memory, where there is room: the tests copy databases of 1,500 files
 * hundreds of times, which takes a disk five times as long. What outlives a run lies in TEST_CACHE (see `test/chromium.ts`).
 */
export function moveToMemory() {
  const lasting = tmpdir();
  const folder = makeFolder();
  if (folder === null) return;
  process.env.TEST_CACHE ??= lasting;
  process.env.TMPDIR = folder;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
}

function makeFolder() {
  const folder = join(MEMORY, `${NAME}${process.pid}`);
  try {
    removeAbandoned();
    const { bavail, bsize } = statfsSync(MEMORY);
    if (bavail * bsize < FOLDER_BYTES || process.availableMemory() < MEMORY_BYTES) return null;
    mkdirSync(folder);
    // PostgreSQL runs as another user, who only passes through.
    chmodSync(folder, 0o711);
    if (runsPrograms(folder)) return folder;
  } catch {
    // A machine without such a file system.
  }
  rmSync(folder, { recursive: true, force: true });
  return null;
}

/** Some machines allow no programs there. */
function runsPrograms(folder) {
  const program = join(folder, 'program');
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o700 });
  const { status } = spawnSync(program);
  rmSync(program);
  return status === 0;
}

/** A killed run leaves its folder. */
function removeAbandoned() {
  for (const name of readdirSync(MEMORY).filter((name) => name.startsWith(NAME))) {
    if (!isAlive(Number(name.slice(NAME.length))))
      rmSync(join(MEMORY, name), { recursive: true, force: true });
  }
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
