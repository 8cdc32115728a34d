import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { databaseFolder } from '#server/platform/db/embedded/folder.ts';
import { lockFolder } from '#server/platform/db/embedded/folder-lock.ts';
import { temporaryFolder } from '#test/program.ts';

/** Faults that show in the words and variables alone are reported before the program is loaded, which takes seconds. */

/** Zod for the schemas of the variables, and drizzle-orm for its two modules with errors. */
const LIGHT = ['drizzle-orm', 'zod'];

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let dataDir: string;
beforeEach(async () => {
  folder = await temporaryFolder();
  dataDir = join(folder.path, 'data');
});
afterEach(async () => await folder.remove());

/** The complaint of a command, which must not have loaded anything large. */
async function refused(...words: readonly string[]): Promise<string> {
  const preload = new URL('../../../test/processes/loaded-packages.mjs', import.meta.url).href;
  const LOADED = join(folder.path, 'loaded');
  await writeFile(LOADED, '');
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [`--import=${preload}`, 'scripts/operator.mjs', ...words],
    { encoding: 'utf8', env: { PATH: process.env.PATH, DATA_DIR: dataDir, LOADED } },
  );
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  const loaded = new Set((await readFile(LOADED, 'utf8')).trim().split('\n'));
  expect([...loaded].filter((name) => !LIGHT.includes(name))).toEqual([]);
  return stderr.trimEnd();
}

it.each([
  [['shcools'], /^There is no command/],
  [['suspend', 'oakfield'], /--why is missing\.$/],
  [['backup', '--to', '/backups', '--encrypt'], /^Set BACKUP_PASSPHRASE to 16 characters or more/],
  [['backup', '--to', 's3://bucket/below'], /^Which store\?/],
  [['restore', '--from', 's3://bucket/below'], /^Which store\?/],
  [['copy-files', 'to-bucket'], /^Which bucket\?/],
  [['export', 'oakfield', '--to', import.meta.filename], /is there already: take another name\.$/],
  [['export', 'oakfield', '--to', '/nope/oakfield.zip'], /^There is no folder for/],
])('refuses %j', async (words, why) => {
  expect(await refused(...words)).toMatch(why);
});

it.each([
  [['schools']],
  [['school', 'oakfield']],
  [['lift', 'oakfield']],
  [['verify']],
  [['backup', '--to', '/backups']],
])('makes no database for %j', async (words) => {
  expect(await refused(...words)).toBe(
    `There is no database in ${dataDir}: set DATA_DIR to the program's folder.`,
  );
  expect(existsSync(dataDir)).toBe(false);
});

it('leaves an embedded database alone that is there, or that a program holds', async () => {
  await mkdir(databaseFolder(dataDir), { recursive: true });
  expect(await refused('restore', '--from', folder.path)).toMatch(/^There is a database in .*--aside/);
  const lock = lockFolder(databaseFolder(dataDir));
  try {
    const inUse = `A program is using the data in ${dataDir}: stop it first.`;
    for (const words of [['schools'], ['backup', '--to', folder.path], ['restore', '--from', folder.path]])
      expect(await refused(...words)).toBe(inUse);
  } finally {
    lock.release();
  }
});
