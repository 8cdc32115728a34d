import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '#server/config.ts';
import { DataFolderRefused } from '#server/platform/db/errors.ts';
import { type Key, keysFrom, newKey } from './key.ts';

/** The source of the keys for secrets in the database; the first of them encrypts, all decrypt. */
export interface KeySource {
  /** The source, as operators read of it. */
  readonly name: string;
  /** Null if there are none yet. Throws `DataFolderRefused` if they cannot be read. */
  read(): readonly Key[] | null;
  /** Null if the operator keeps the keys. */
  readonly own: OwnKeys | null;
}

/** The program's own file of keys. */
interface OwnKeys {
  /** Adds a key in front of any others. */
  readonly add: () => void;
  /** Adds the keys of a backup behind the others. */
  readonly bring: (text: string) => void;
}

/** The file of keys in DATA_DIR, unless a variable names others. */
const KEYS_FILE = 'keys';
/** Access for the program's own user only. */
const PRIVATE = 0o600;

/** The keys of the variables, or those in DATA_DIR. */
export function keySourceOf({
  keys,
  keyFile,
  dataDir,
}: Pick<Config, 'keys' | 'keyFile' | 'dataDir'>): KeySource {
  if (keys !== undefined) return { name: 'SECRET_KEYS', read: () => keys, own: null };
  const path = keyFile ?? join(dataDir, KEYS_FILE);
  const read = () => readKeys(path);
  const own = { add: () => addKey(path), bring: (text: string) => bringKeys(path, text) };
  return { name: path, read, own: keyFile === undefined ? own : null };
}

function readKeys(path: string): readonly Key[] | null {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    const reason = error instanceof Error ? error.message.split(',')[0] : String(error);
    throw new DataFolderRefused(`The keys in ${path} cannot be read (${reason}).`);
  }
  const keys = keysFrom(text);
  if (keys === null)
    throw new DataFolderRefused(
      `${path} holds something else than keys, each a line of 44 characters: bring the file from a backup.`,
    );
  return keys;
}

/** Puts a new key in front. If several processes make the first one at the same time, only one succeeds. */
function addKey(path: string): void {
  const known = readKeys(path);
  const text = `${newKey()}\n${known === null ? '' : readFileSync(path, 'utf8')}`;
  const write = known === null ? linkSync : renameSync;
  try {
    replaceBy(path, text, write);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
}

/** Adds the keys of a backup behind the existing ones. */
function bringKeys(path: string, text: string): void {
  const known = new Set(readKeys(path)?.map(({ id }) => id));
  const missing = (keysFrom(text) ?? []).filter(({ id }) => !known.has(id));
  if (missing.length === 0) return;
  const lines = missing.map(({ bytes }) => `${bytes.toString('base64')}\n`).join('');
  replaceBy(path, (known.size === 0 ? '' : readFileSync(path, 'utf8')) + lines, renameSync);
}

function replaceBy(path: string, text: string, write: (partial: string, path: string) => void): void {
  const partial = `${path}.${process.pid}`;
  try {
    writeFileSync(partial, text, { mode: PRIVATE, flush: true });
    write(partial, path);
  } finally {
    rmSync(partial, { force: true });
  }
}
