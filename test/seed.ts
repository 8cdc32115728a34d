import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { readConfig } from '#server/config.ts';
import type { AppContext } from '#server/context.ts';
import { createContext } from '#server/create-context.ts';
import { attachments } from '#server/platform/db/schema/newsletters.ts';
import { newFileKey } from '#server/platform/files/files.ts';
import { copyOnServer, makeDataDir, onServer } from './database.ts';
import { createSchool, type TestSchool } from './factories.ts';
import { temporaryFolder } from './program.ts';

/** The data folder and database of a program under test. */
export interface TestInstallation {
  readonly folder: string;
  /** The program's environment variables. */
  readonly environment: Readonly<Record<string, string>>;
  remove(): Promise<void>;
}

// Tests send to thousands of addresses from schools on trial.
const NO_QUOTA = { TRIAL_MAILS_PER_DAY: '1000000' } as const;

/** Creates an empty data folder, and a new database if `server` is given (default: TEST_DATABASE_URL). */
export async function emptyInstallation(server = process.env.TEST_DATABASE_URL): Promise<TestInstallation> {
  const folder = await temporaryFolder();
  if (server === undefined)
    return {
      folder: folder.path,
      environment: { ...NO_QUOTA, DATA_DIR: folder.path },
      remove: folder.remove,
    };
  return await installationOn(server, folder, (name) =>
    onServer(server, (client) => client.query(`create database ${name}`)),
  );
}

/** Creates an installation with a copy of a migrated database, so that its first start is as fast as later ones. */
export async function migratedInstallation(): Promise<TestInstallation> {
  const server = process.env.TEST_DATABASE_URL;
  if (server !== undefined)
    return await installationOn(server, await temporaryFolder(), (name) => copyOnServer(server, name));
  const folder = await makeDataDir();
  const remove = () => rm(folder, { recursive: true, force: true });
  return { folder, environment: { ...NO_QUOTA, DATA_DIR: folder }, remove };
}

async function installationOn(
  server: string,
  folder: Awaited<ReturnType<typeof temporaryFolder>>,
  makeDatabase: (name: string) => Promise<unknown>,
): Promise<TestInstallation> {
  const name = `place_${randomBytes(8).toString('hex')}`;
  await makeDatabase(name);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    folder: folder.path,
    environment: { ...NO_QUOTA, DATA_DIR: folder.path, DATABASE_URL: url.href },
    remove: async () => {
      await onServer(server, (client) => client.query(`drop database ${name} with (force)`));
      await folder.remove();
    },
  };
}

/** Does something with the program's context while no program is running. */
export async function withContext<T>(
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

/** Adds a school with `count` uploaded files while no program is running. Resolves to their keys. */
export async function seedFiles(place: TestInstallation, count: number): Promise<readonly string[]> {
  return await withContext(place, async (context) => {
    const { id } = await createSchool({ context });
    const keys = Array.from({ length: count }, () => newFileKey('application/pdf'));
    for (const key of keys) {
      await context.files.put(key, Readable.from([Buffer.from('%PDF')]));
      const row = { schoolId: id, key, name: 'a', contentType: 'application/pdf', size: 4 };
      await context.database.orm().insert(attachments).values(row);
    }
    return keys;
  });
}

/** Adds a school with a signed-in owner while no program is running. */
export async function seedSchool(place: TestInstallation): Promise<TestSchool> {
  return await withContext(place, (context) => createSchool({ context }));
}
