import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '#server/config.ts';
import type { AppContext } from '#server/context.ts';
import { createContext } from '#server/create-context.ts';
import { DataFolderRefused } from '#server/platform/db/errors.ts';
import { hasDatabase } from '#server/platform/db/open-database.ts';
import { newFileKey } from '#server/platform/files/files.ts';
import { startProgram } from '#test/program.ts';
import { emptyInstallation, migratedInstallation, seedFiles, type TestInstallation } from '#test/seed.ts';

/** The installation id shared by files and database: which data folders the program accepts or refuses. */

const places: TestInstallation[] = [];
let place: TestInstallation;
beforeEach(async () => {
  place = await newPlace(migratedInstallation);
});
afterEach(async () => {
  for (const each of places.splice(0)) await each.remove();
});

async function newPlace(make: () => Promise<TestInstallation>): Promise<TestInstallation> {
  const made = await make();
  places.push(made);
  return made;
}

const ID = 'installation-id';
const filesOf = ({ folder }: TestInstallation) => join(folder, 'files');

async function withContext<T>(
  { environment }: TestInstallation,
  work: (context: AppContext) => Promise<T>,
): Promise<T> {
  const context = await createContext(readConfig(environment), () => undefined);
  try {
    return await work(context);
  } finally {
    await context.mail.close();
    await context.database.close();
  }
}

const nothing = async () => undefined;
const opened = (at: TestInstallation) => withContext(at, async () => 'opened');
const refused = async (at: TestInstallation): Promise<string> => {
  const error: unknown = await opened(at).catch((thrown: unknown) => thrown);
  if (error instanceof DataFolderRefused) return error.message;
  throw new Error(`The folder was not refused: ${String(error)}`);
};

/** A school with one uploaded file; resolves to the file's key. */
async function fill(at: TestInstallation): Promise<string> {
  const [key = ''] = await seedFiles(at, 1);
  return key;
}

/** A second place with the same database but the files of `files`. */
const joined = (database: TestInstallation, files: TestInstallation): TestInstallation => ({
  ...files,
  environment: { ...database.environment, DATA_DIR: files.folder },
});

/** The same place, started with START_WITHOUT_FILES. */
const withoutFiles = (at: TestInstallation): TestInstallation => ({
  ...at,
  environment: { ...at.environment, START_WITHOUT_FILES: '1' },
});

/** Removes the ids, as in an older version's data. */
async function removeIds(at: TestInstallation): Promise<void> {
  await withContext(at, ({ database }) => database.query('delete from installation'));
  await rm(join(filesOf(at), ID));
}

it('writes the same id into folder and database at the first start, and accepts it later', async () => {
  const first = await withContext(place, ({ files }) => files.readInstallationId());
  expect(first).toMatch(/^[0-9a-f-]{36}$/);
  await fill(place);
  expect(await withContext(place, ({ files }) => files.readInstallationId())).toBe(first);
});

it('accepts an older version’s folder whose files the database knows', async () => {
  await fill(place);
  await removeIds(place);
  expect(await opened(place)).toBe('opened');
  expect(await readdir(filesOf(place))).toContain(ID);
});

it('accepts files that were restored without the id', async () => {
  await fill(place);
  await rm(join(filesOf(place), ID));
  expect(await opened(place)).toBe('opened');
});

it('refuses to create a database beside existing files, and says what to do', async () => {
  place = await newPlace(emptyInstallation);
  const key = newFileKey('application/pdf');
  await mkdir(filesOf(place), { recursive: true });
  await writeFile(join(filesOf(place), key), '%PDF');
  const { code, stderr } = await startProgram(place.environment).ended;
  expect([code, stderr.trim().split('\n').length]).toEqual([1, 1]);
  expect(stderr).toContain(`There are files in ${filesOf(place)}, but`);
  expect(stderr).toContain('restore the backup of the database first');
  const { databaseUrl: url, dataDir } = readConfig(place.environment);
  expect(await hasDatabase({ url, dataDir })).toBe(false);
  expect(await readdir(filesOf(place))).toEqual([key]);
});

it('starts after an interrupted first start, or with an empty folder and no database', async () => {
  await withContext(place, nothing);
  await withContext(place, ({ database }) => database.query('delete from installation'));
  expect(await opened(place)).toBe('opened');
});

it('refuses a restored database without its files, and starts once they are there', async () => {
  await fill(place);
  const away = `${filesOf(place)}-away`;
  await rename(filesOf(place), away);
  expect(await refused(place)).toContain('is empty, and the database belongs to files in another folder');
  await rm(filesOf(place), { recursive: true });
  await rename(away, filesOf(place));
  expect(await opened(place)).toBe('opened');
});

it('starts without the files when the operator confirms that they are lost', async () => {
  await fill(place);
  await rm(filesOf(place), { recursive: true });
  const words = await refused(place);
  expect(words).toContain('START_WITHOUT_FILES=1');
  const id = /write ([0-9a-f-]{36}) into (\S+installation-id)/.exec(words) ?? [];
  await writeFile(id[2] ?? '', `${id[1]}\n`);
  expect(await opened(withoutFiles(place))).toBe('opened');
});

it('refuses a folder that has the id but none of the files', async () => {
  const [first, second] = [await fill(place), await fill(place)];
  const away = `${filesOf(place)}-away`;
  await rename(filesOf(place), away);
  await mkdir(filesOf(place));
  await cp(join(away, ID), join(filesOf(place), ID));
  const { code, stderr } = await startProgram(place.environment).ended;
  expect([code, stderr.trim().split('\n').length]).toEqual([1, 1]);
  expect(stderr).toContain(`2 of 2 files are missing in ${filesOf(place)}: bring the rest of the backup`);
  expect(await opened(withoutFiles(place))).toBe('opened');
  await rename(join(away, first), join(filesOf(place), first));
  expect(await opened(place)).toBe('opened');
  expect(await readdir(away)).toEqual(expect.arrayContaining([second]));
});

it('starts when some files are missing, and reports how many', async () => {
  const [gone] = [await fill(place), await fill(place)];
  await rm(join(filesOf(place), gone));
  const listings = join(place.folder, 'listings');
  const preload = new URL('../../../../../test/processes/count-listings.mjs', import.meta.url).href;
  const counting = { NODE_OPTIONS: `--import=${preload}`, LISTINGS: listings, COUNTED: filesOf(place) };
  const program = startProgram({ ...place.environment, ...counting });
  await program.url;
  // Printed after the start message, without delaying it.
  const line = `Files             1 of 2 files are missing in ${filesOf(place)}. Bring the rest of the backup.`;
  await expect.poll(() => program.stderr()).toContain(line);
  expect(await readFile(listings, 'utf8')).toBe('once\n');
  program.signal('SIGTERM');
  await program.ended;
});

it('accepts a folder without the id only if the database knows most of its files', async () => {
  const known = [await fill(place), await fill(place), await fill(place)];
  const away = join(place.folder, 'away');
  await mkdir(away);
  for (const key of known.slice(1)) await rename(join(filesOf(place), key), join(away, key));
  const strangers = [newFileKey('application/pdf'), newFileKey('application/pdf')];
  for (const key of strangers) await writeFile(join(filesOf(place), key), '%PDF');
  await rm(join(filesOf(place), ID));
  expect(await refused(place)).toContain('of its 3 files the database knows 1');
  expect(await readdir(filesOf(place))).toHaveLength(3);
  for (const key of known.slice(1)) await rename(join(away, key), join(filesOf(place), key));
  expect(await opened(place)).toBe('opened');
  expect(await readdir(filesOf(place))).toHaveLength(6);
});

it.each([
  ['files/installation-id', 'installation-id cannot be read (EISDIR'],
  ['files', 'is no folder'],
  ['database', 'is no folder'],
  ['outbox', 'is no folder'],
])('reports in one line that %s is invalid', async (path, words) => {
  const other = await newPlace(emptyInstallation);
  if (path === 'files/installation-id') await mkdir(join(other.folder, path), { recursive: true });
  else await writeFile(join(other.folder, path), '');
  const { code, stderr } = await startProgram(other.environment).ended;
  expect([code, stderr.trim().split('\n').length]).toEqual([1, 1]);
  expect(stderr).toContain(words);
});

it('refuses the files of another installation', async () => {
  const other = await newPlace(migratedInstallation);
  await fill(place);
  await fill(other);
  const mixed = await newPlace(emptyInstallation);
  await cp(place.folder, mixed.folder, { recursive: true });
  await rm(filesOf(mixed), { recursive: true });
  await cp(filesOf(other), filesOf(mixed), { recursive: true });
  expect(await refused(joined(place, mixed))).toContain('belong to another database');
  // They are refused without the id too.
  await rm(join(filesOf(mixed), ID));
  expect(await refused(joined(place, mixed))).toContain('belong to another database');
});

// Runs only on a PostgreSQL server: the embedded database allows one process.
if (process.env.TEST_DATABASE_URL !== undefined) describe('two processes on one database', twoProcesses);

function twoProcesses(): void {
  it('are refused with separate folders, even if both start on an empty database', async () => {
    const second = joined(place, await newPlace(migratedInstallation));
    const outcomes = await Promise.allSettled([opened(place), opened(second)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const late = joined(place, await newPlace(migratedInstallation));
    expect(await refused(late)).toContain('the folder that all processes of this database share');
  });

  it('start with a shared folder', async () => {
    expect(await Promise.all([opened(place), opened(place)])).toEqual(['opened', 'opened']);
  });
}
