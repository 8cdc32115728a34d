import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { DataFolderRefused } from '#server/platform/db/errors.ts';

/** Emscripten's file system over Node's, as far as it is used here. */
interface NodeFileSystem {
  tryFSOperation(work: () => void): void;
  stream_ops: { fsync?: (stream: { readonly nfd: number }) => number };
}

type Setup = Parameters<NodeFS['init']>[1];

/** PGlite's folder with a real fsync: as it comes, its file system has none, and a power cut loses the database. */
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
    // Turns a failure into an errno. Any other exception would be swallowed and the commit acknowledged.
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

/** The file that is there while the database in a folder is being made. */
export const unfinishedMark = (folder: string) => `${folder}.unfinished`;

/** Opens the database in a folder, making it where there is none. The folder must be locked by the caller. */
export async function openFolder(folder: string): Promise<PGlite> {
  const unfinished = unfinishedMark(folder);
  // Killed while it was being made: nothing was in it yet.
  if (existsSync(unfinished)) rmSync(folder, { recursive: true, force: true });
  if (existsSync(folder)) {
    refuseOtherVersions(folder);
    return await start(folder);
  }
  writeFileSync(unfinished, '');
  syncPath(dirname(folder));
  const pglite = await start(folder);
  // The files of a new database are copied in without a sync.
  syncTree(folder);
  rmSync(unfinished);
  syncPath(dirname(folder));
  return pglite;
}

async function start(folder: string): Promise<PGlite> {
  const said: string[] = [];
  let isOpen = false;
  const onStderr = (line: string) => {
    if (!isOpen) said.push(line);
    return true;
  };
  try {
    return await PGlite.create({ fs: new DurableFolder(folder), startParams: START_PARAMETERS, onStderr });
  } catch (error) {
    // Whatever is thrown says nothing; the engine has said it before.
    const reason = said.map((line) => /\b(?:PANIC|FATAL): +(.*)/.exec(line)?.[1]).find(Boolean);
    if (reason === undefined) throw error;
    throw new DataFolderRefused(
      `The database in ${folder} does not open: ${reason}. Look at the disk; if files are missing, restore a backup.`,
    );
  } finally {
    isOpen = true;
  }
}

function refuseOtherVersions(folder: string): void {
  const file = join(folder, 'PG_VERSION');
  const version = existsSync(file) ? readFileSync(file, 'utf8').trim() : 'none';
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
