import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { Client } from 'pg';
import { readConfig } from '#server/config.ts';
import { createContext } from '#server/create-context.ts';
import { attachments } from '#server/platform/db/schema/newsletters.ts';
import { newFileKey } from '#server/platform/files/files.ts';
import { makeDataDir } from './database.ts';
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
  const name = `place_${randomBytes(8).toString('hex')}`;
  await onServer(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    folder: folder.path,
    environment: { ...NO_QUOTA, DATA_DIR: folder.path, DATABASE_URL: url.href },
    remove: async () => {
      await onServer(server, `drop database ${name} with (force)`);
      await folder.remove();
    },
  };
}

/** The same with a migrated database, so that the first start is as fast as later ones. */
export async function migratedInstallation(): Promise<TestInstallation> {
  if (process.env.TEST_DATABASE_URL !== undefined) return await emptyInstallation();
  const folder = await makeDataDir();
  const remove = () => rm(folder, { recursive: true, force: true });
  return { folder, environment: { ...NO_QUOTA, DATA_DIR: folder }, remove };
}

/** Adds a school with `count` uploaded files while no program is running. Resolves to their keys. */
export async function seedFiles(
  { environment }: TestInstallation,
  count: number,
): Promise<readonly string[]> {
  const context = await createContext(readConfig(environment), () => undefined);
  try {
    const { id } = await createSchool({ context });
    const keys = Array.from({ length: count }, () => newFileKey('application/pdf'));
    for (const key of keys) {
      await context.files.put(key, Readable.from([Buffer.from('%PDF')]));
      const row = { schoolId: id, key, name: 'a', contentType: 'application/pdf', size: 4 };
      await context.database.orm().insert(attachments).values(row);
    }
    return keys;
  } finally {
    await context.mail.close();
    await context.database.close();
  }
}

async function onServer(server: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Adds a school with a signed-in owner while no program is running. */
export async function seedSchool({ environment }: TestInstallation): Promise<TestSchool> {
  const context = await createContext(readConfig(environment), () => undefined);
  try {
    return await createSchool({ context });
  } finally {
    await context.mail.close();
    await context.database.close();
  }
}
