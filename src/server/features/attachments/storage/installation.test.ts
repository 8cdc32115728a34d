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

/** The id that files and database share: which folders the program takes, and which it refuses. */

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

async function visit<T>(
  { environment }: TestInstallation,
  look: (context: AppContext) => Promise<T>,
): Promise<T> {
  const context = await createContext(readConfig(environment), () => undefined);
  try {
    return await look(context);
  } finally {
    await context.mail.close();
    await context.database.close();
  }
}

const nothing = async () => undefined;
const opened = (at: TestInstallation) => visit(at, async () => 'opened');
const refused = async (at: TestInstallation): Promise<string> => {
  const error: unknown = await opened(at).catch((thrown: unknown) => thrown);
  if (error instanceof DataFolderRefused) return error.message;
  throw new Error(`It was not refused: ${String(error)}`);
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

/** The same place, whose files somebody says are lost. */
const said = (at: TestInstallation): TestInstallation => ({
  ...at,
  environment: { ...at.environment, START_WITHOUT_FILES: '1' },
});

/** As an older version of the program leaves it: without ids. */
async function forgetIds(at: TestInstallation): Promise<void> {
  await visit(at, ({ database }) => database.query('delete from installation'));
  await rm(join(filesOf(at), ID));
}

it('gives the folder and the database one id at the first start, and takes it at every other', async () => {
  const first = await visit(place, ({ files }) => files.readInstallationId());
  expect(first).toMatch(/^[0-9a-f-]{36}$/);
  await fill(place);
  expect(await visit(place, ({ files }) => files.readInstallationId())).toBe(first);
});

it('takes over a folder of an older version whose files the database knows', async () => {
  await fill(place);
  await forgetIds(place);
  expect(await opened(place)).toBe('opened');
  expect(await readdir(filesOf(place))).toContain(ID);
});

it('takes files that were copied back without the id', async () => {
  await fill(place);
  await rm(join(filesOf(place), ID));
  expect(await opened(place)).toBe('opened');
});

it('refuses to begin a database beside files, makes none, and says what to do', async () => {
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

it('begins anew where a start was cut off, or the database was removed and there are no files', async () => {
  await visit(place, nothing);
  await visit(place, ({ database }) => database.query('delete from installation'));
  expect(await opened(place)).toBe('opened');
});

it('refuses while the files of a restored database are not there, and goes on when they are', async () => {
  await fill(place);
  const away = `${filesOf(place)}-away`;
  await rename(filesOf(place), away);
  expect(await refused(place)).toContain('is empty, and the database belongs to files in another folder');
  await rm(filesOf(place), { recursive: true });
  await rename(away, filesOf(place));
  expect(await opened(place)).toBe('opened');
});

it('goes on without the files where somebody says that it has to be so', async () => {
  await fill(place);
  await rm(filesOf(place), { recursive: true });
  const words = await refused(place);
  expect(words).toContain('START_WITHOUT_FILES=1');
  const id = /write ([0-9a-f-]{36}) into (\S+installation-id)/.exec(words) ?? [];
  await writeFile(id[2] ?? '', `${id[1]}\n`);
  expect(await opened(said(place))).toBe('opened');
});

it('refuses while every file is still to come, though the id is there already', async () => {
  const [first, second] = [await fill(place), await fill(place)];
  const away = `${filesOf(place)}-away`;
  await rename(filesOf(place), away);
  await mkdir(filesOf(place));
  await cp(join(away, ID), join(filesOf(place), ID));
  const { code, stderr } = await startProgram(place.environment).ended;
  expect([code, stderr.trim().split('\n').length]).toEqual([1, 1]);
  expect(stderr).toContain(`2 of 2 files are missing in ${filesOf(place)}: bring the rest of the backup`);
  expect(await opened(said(place))).toBe('opened');
  await rename(join(away, first), join(filesOf(place), first));
  expect(await opened(place)).toBe('opened');
  expect(await readdir(away)).toEqual(expect.arrayContaining([second]));
});

it('starts where some files are missing, and says how many', async () => {
  const [gone] = [await fill(place), await fill(place)];
  await rm(join(filesOf(place), gone));
  const listings = join(place.folder, 'listings');
  const preload = new URL('../../../../../test/processes/count-listings.mjs', import.meta.url).href;
  const counting = { NODE_OPTIONS: `--import=${preload}`, LISTINGS: listings, COUNTED: filesOf(place) };
  const program = startProgram({ ...place.environment, ...counting });
  await program.url;
  // Said after the greeting, without holding it up.
  const line = `Files             1 of 2 files are missing in ${filesOf(place)}. Bring the rest of the backup.`;
  await expect.poll(() => program.stderr()).toContain(line);
  expect(await readFile(listings, 'utf8')).toBe('once\n');
  program.signal('SIGTERM');
  await program.ended;
});

it('takes a folder without the id only when the database knows most of its files', async () => {
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
])('says in one line that %s is not what it should be', async (path, words) => {
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
  // Nor are they taken without their id.
  await rm(join(filesOf(mixed), ID));
  expect(await refused(joined(place, mixed))).toContain('belong to another database');
});

// Several processes are for a server: the embedded database has a lock of its own.
if (process.env.TEST_DATABASE_URL !== undefined) describe('two processes on one database', twoProcesses);

function twoProcesses(): void {
  it('are refused with folders of their own, also when they start together on nothing', async () => {
    const second = joined(place, await newPlace(migratedInstallation));
    const outcomes = await Promise.allSettled([opened(place), opened(second)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const late = joined(place, await newPlace(migratedInstallation));
    expect(await refused(late)).toContain('the folder that all processes of this database share');
  });

  it('go on with one folder', async () => {
    expect(await Promise.all([opened(place), opened(place)])).toEqual(['opened', 'opened']);
  });
}
