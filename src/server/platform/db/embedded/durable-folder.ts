import {
  closeSync,
  createReadStream,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { createGunzip } from 'node:zlib';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { accessTrouble, DataFolderRefused } from '#server/platform/db/errors.ts';
import { unfinishedMarkerPath } from './folder.ts';

/** The part of Emscripten's Node file system that is used here. */
interface NodeFileSystem {
  tryFSOperation(work: () => void): void;
  stream_ops: { fsync?: (stream: { readonly nfd: number }) => number };
}

type Setup = Parameters<NodeFS['init']>[1];

/** PGlite's file system with a real fsync. Without one, a power cut loses the database. */
class DurableFolder extends NodeFS {
  override async init(pglite: PGlite, setup: Setup) {
    const { emscriptenOpts } = await super.init(pglite, setup);
    const preRun = [
      ...(emscriptenOpts.preRun ?? []),
      (module: { readonly NODEFS: NodeFileSystem }) => addFsync(module.NODEFS),
    ];
    return { emscriptenOpts: { ...emscriptenOpts, preRun } };
  }
}

function addFsync(files: NodeFileSystem): void {
  files.stream_ops.fsync = (stream) => {
    // Converts a failure to an errno. Any other exception would be swallowed and the commit acknowledged.
    files.tryFSOperation(() => fsyncSync(stream.nfd));
    return 0;
  };
}

const PGLITE_MAJOR = '18';

const START_PARAMETERS = [
  // -F switches fsync off.
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...['-c', 'wal_sync_method=fsync'], // its fdatasync is an empty function
  ...['-c', 'shared_buffers=32MB'],
  ...['-c', 'max_wal_size=64MB', '-c', 'min_wal_size=32MB'],
];

/** A new, migrated database, which the build makes (`scripts/new-database.ts`). Without it the engine makes an empty one here. */
const NEW_DATABASE = fileURLToPath(new URL('../../../../../dist/.database.tar.gz', import.meta.url));

/** Opens the database in a folder, creating it if needed. The caller must hold the folder's lock. */
export async function openFolder(folder: string): Promise<PGlite> {
  const unfinished = unfinishedMarkerPath(folder);
  // The process was killed while creating the database, so it holds no data yet.
  if (existsSync(unfinished)) rmSync(folder, { recursive: true, force: true });
  if (existsSync(folder)) {
    refuseIncomplete(folder);
    refuseOtherVersions(folder);
    return await start(folder);
  }
  writeFileSync(unfinished, '');
  syncPath(dirname(folder));
  if (existsSync(NEW_DATABASE)) await unpack(NEW_DATABASE, folder);
  const pglite = await start(folder);
  // Neither unpacking nor PGlite syncs the files of a new database.
  syncTree(folder);
  rmSync(unfinished);
  syncPath(dirname(folder));
  return pglite;
}

// PGlite would hold the packed file and all its content in memory.
async function unpack(packed: string, folder: string): Promise<void> {
  // Loaded only when needed: once in the life of a database.
  const { unpackTar } = await import('modern-tar/fs');
  await pipeline(createReadStream(packed), createGunzip(), unpackTar(folder));
}

async function start(folder: string): Promise<PGlite> {
  const stderrLines: string[] = [];
  let isOpen = false;
  const onStderr = (line: string) => {
    if (!isOpen) stderrLines.push(line);
    return true;
  };
  try {
    return await PGlite.create({
      fs: new DurableFolder(folder),
      startParams: START_PARAMETERS,
      onStderr,
    });
  } catch (error) {
    // The thrown error has no reason, but the engine printed it before.
    const reason = stderrLines.map((line) => /\b(?:PANIC|FATAL): +(.*)/.exec(line)?.[1]).find(Boolean);
    if (reason === undefined) throw error;
    if (reason.includes('No space left on device'))
      throw new DataFolderRefused(
        `The disk of ${folder} is full: make room, then start again. Nothing is lost.`,
      );
    throw new DataFolderRefused(
      accessTrouble(reason, folder) ??
        `The database in ${folder} does not open: ${reason}. Look at the disk; if files are missing, restore a backup.`,
    );
  } finally {
    isOpen = true;
  }
}

/** Without these files the engine gives no reason of its own. */
const NEEDED = ['PG_VERSION', 'postgresql.conf'];

function refuseIncomplete(folder: string): void {
  const missing = NEEDED.find((name) => !existsSync(join(folder, name)));
  if (missing === undefined) return;
  throw new DataFolderRefused(
    `The database in ${folder} is not whole, ${missing} is missing: look at the disk, and restore a backup.`,
  );
}

function refuseOtherVersions(folder: string): void {
  const version = readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim();
  if (version === PGLITE_MAJOR) return;
  throw new DataFolderRefused(
    `The database in ${folder} is of PostgreSQL version ${version}, this program needs ${PGLITE_MAJOR}: dump it with the program that wrote it and restore it here.`,
  );
}

function syncTree(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) syncTree(path);
    else syncPath(path);
  }
  syncPath(folder);
}

function syncPath(path: string): void {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
