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

/** Where a program under test keeps everything, and how to remove it. */
export interface Place {
  readonly folder: string;
  /** The variables that lead the program there. */
  readonly environment: Readonly<Record<string, string>>;
  remove(): Promise<void>;
}

// Lists of thousands, to schools on trial.
const NO_QUOTA = { TRIAL_MAILS_PER_DAY: '1000000' } as const;

/** An empty place: a folder with the embedded database, or a folder and a new database on a server, TEST_DATABASE_URL unless given. */
export async function emptyPlace(server = process.env.TEST_DATABASE_URL): Promise<Place> {
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

/** The same with the tables in it already: the first start there takes no longer than a later one. */
export async function preparedPlace(): Promise<Place> {
  if (process.env.TEST_DATABASE_URL !== undefined) return await emptyPlace();
  const folder = await makeDataDir();
  const remove = () => rm(folder, { recursive: true, force: true });
  return { folder, environment: { ...NO_QUOTA, DATA_DIR: folder }, remove };
}

/** Puts a school with so many uploaded files into a place that no program is using; resolves to their keys. */
export async function seedFiles({ environment }: Place, count: number): Promise<readonly string[]> {
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

/** Puts a school with a signed-in owner into a place that no program is using. */
export async function seedSchool({ environment }: Place): Promise<TestSchool> {
  const context = await createContext(readConfig(environment), () => undefined);
  try {
    return await createSchool({ context });
  } finally {
    await context.mail.close();
    await context.database.close();
  }
}
