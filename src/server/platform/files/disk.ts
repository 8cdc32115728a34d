import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import {
  type FileHandle,
  mkdir,
  open,
  opendir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  statfs,
  writeFile,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { copyType } from '#newsletter/render/picture-copies.ts';
import { DataFolderRefused, DiskFull } from '#server/platform/db/errors.ts';
import { syncFolder } from '#server/platform/sync-folder.ts';
import { type FilePort, PARTIAL_FILE_SUFFIX, type StagedFile, type StoredFile, typeOfKey } from './files.ts';

/** Disk space that uploads leave free for the embedded database on the same disk: more than a WAL segment. */
const RESERVE_BYTES = 32 * 1024 * 1024;

/** Stored beside the files, so that every copy of the folder includes it. */
const INSTALLATION_ID = 'installation-id';
/** Inside the folder, so that it is on the same file system. Has one folder per day. */
const TRASH = 'trash';
/** Below the files: a folder for each file that has copies. In the trash, such a folder is beside the file. */
const COPIES = 'copies';

/**
 * Reads the id of the installation that a folder of files belongs to; null if it has none yet. Throws `DataFolderRefused`
 * if the id cannot be read.
 */
export async function readInstallationId(folder: string): Promise<string | null> {
  const path = join(folder, INSTALLATION_ID);
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch (error) {
    if (isMissing(error)) return null;
    const reason = error instanceof Error ? error.message.split(',')[0] : String(error);
    throw new DataFolderRefused(
      `${path} cannot be read (${reason}): bring back the file of the backup, or remove it where there is none.`,
    );
  }
}

/** The keys of all complete files in a folder; none if the folder does not exist. */
export async function keysInFolder(folder: string): Promise<ReadonlySet<string>> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return new Set(
      entries.filter((entry) => entry.isFile() && typeOfKey(entry.name) !== null).map(({ name }) => name),
    );
  } catch (error) {
    if (isMissing(error)) return new Set();
    throw error;
  }
}

/** Keeps files in a local folder, which it creates. */
export async function openDiskFiles(folder: string): Promise<FilePort> {
  await mkdir(folder, { recursive: true });
  return new DiskFiles(folder);
}

class DiskFiles implements FilePort {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async put(key: string, bytes: Readable): Promise<number> {
    const staged = await this.stage(key, bytes);
    try {
      await staged.keep();
      return staged.size;
    } finally {
      await staged.discard();
    }
  }

  async stage(key: string, bytes: Readable): Promise<StagedFile> {
    if (typeOfKey(key) === null) throw new TypeError('Not a file key');
    const path = join(this.#folder, key);
    const file = await open(path + PARTIAL_FILE_SUFFIX, 'wx+').catch((error: unknown) => {
      bytes.destroy();
      throw named(error);
    });
    const staged = new StagedOnDisk(file, path);
    try {
      await staged.receive(bytes);
      return staged;
    } catch (error) {
      bytes.destroy();
      await staged.discard();
      throw named(error);
    }
  }

  async get(key: string): Promise<StoredFile | null> {
    const contentType = typeOfKey(key);
    if (contentType === null) return null;
    return await storedFile(join(this.#folder, key), contentType);
  }

  async delete(key: string): Promise<void> {
    if (!isName(key)) return;
    // The copies first: without their file, nothing would find them again.
    await rm(this.#copiesOf(key), { recursive: true, force: true });
    await rm(join(this.#folder, key), { force: true });
    for (const day of await this.#trashDays())
      for (const name of [key, copiesName(key)])
        await rm(join(this.#trash, day, name), { recursive: true, force: true });
  }

  async putCopy(key: string, name: string, bytes: Buffer): Promise<void> {
    const file = this.#copyPath(key, name);
    if (file === null) throw new TypeError('Not the name of a copy');
    try {
      await mkdir(dirname(file), { recursive: true });
      // A reader may ask for it meanwhile, and another process write it.
      const partial = `${file}-${randomUUID()}${PARTIAL_FILE_SUFFIX}`;
      await writeFile(partial, bytes, { flush: true });
      await rename(partial, file);
      await syncFolder(dirname(file));
    } catch (error) {
      throw named(error);
    }
  }

  async getCopy(key: string, name: string): Promise<StoredFile | null> {
    const path = this.#copyPath(key, name);
    const contentType = copyType(name, typeOfKey(key) ?? '');
    return path === null || contentType === null ? null : await storedFile(path, contentType);
  }

  #copiesOf(key: string): string {
    return join(this.#folder, COPIES, key);
  }

  #copyPath(key: string, name: string): string | null {
    const contentType = typeOfKey(key);
    return contentType === null || copyType(name, contentType) === null
      ? null
      : join(this.#copiesOf(key), name);
  }

  async moveToTrash(key: string, at: Date): Promise<void> {
    if (!isName(key)) return;
    const folder = join(this.#trash, dayOf(at));
    await mkdir(folder, { recursive: true });
    await moveIfThere(this.#copiesOf(key), join(folder, copiesName(key)));
    await moveIfThere(join(this.#folder, key), join(folder, key));
  }

  async emptyTrash(before: Date): Promise<void> {
    for (const day of await this.#trashDays())
      if (day < dayOf(before)) await rm(join(this.#trash, day), { recursive: true, force: true });
  }

  async readInstallationId(): Promise<string | null> {
    return await readInstallationId(this.#folder);
  }

  async writeInstallationId(id: string): Promise<void> {
    const path = join(this.#folder, INSTALLATION_ID);
    await writeFile(path + PARTIAL_FILE_SUFFIX, `${id}\n`, { flush: true });
    await rename(path + PARTIAL_FILE_SUFFIX, path);
    await syncFolder(this.#folder);
  }

  async *list(): AsyncGenerator<{ key: string; storedAt: Date }> {
    for await (const entry of await opendir(this.#folder)) {
      if (!entry.isFile() || !isName(entry.name)) continue;
      const found = await stat(join(this.#folder, entry.name)).catch(() => null);
      // It was renamed or deleted meanwhile.
      if (found !== null) yield { key: entry.name, storedAt: found.mtime };
    }
  }

  async keys(): Promise<ReadonlySet<string>> {
    return await keysInFolder(this.#folder);
  }

  async ensureSpace(bytes: number): Promise<void> {
    const disk = await statfs(this.#folder);
    if (disk.bavail * disk.bsize < bytes + RESERVE_BYTES) throw new DiskFull();
  }

  get #trash(): string {
    return join(this.#folder, TRASH);
  }

  async #trashDays(): Promise<readonly string[]> {
    try {
      return (await readdir(this.#trash)).filter((name) => DAY.test(name));
    } catch (error) {
      if (isMissing(error)) return [];
      throw error;
    }
  }
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const dayOf = (moment: Date) => moment.toISOString().slice(0, '2026-01-31'.length);

/** Whether it is the name of a stored file, complete or partial. */
function isName(name: string): boolean {
  return (
    typeOfKey(name.endsWith(PARTIAL_FILE_SUFFIX) ? name.slice(0, -PARTIAL_FILE_SUFFIX.length) : name) !== null
  );
}

const copiesName = (key: string) => `${key}.${COPIES}`;

async function storedFile(path: string, contentType: string): Promise<StoredFile | null> {
  const size = await stat(path).then(
    (found) => (found.isFile() ? found.size : null),
    (error) => (isMissing(error) ? null : Promise.reject(error)),
  );
  if (size === null) return null;
  return { contentType, size, open: (range) => createReadStream(path, range) };
}

async function moveIfThere(from: string, to: string): Promise<void> {
  await rename(from, to).catch((error: unknown) => {
    if (!isMissing(error)) throw error;
  });
}

class StagedOnDisk implements StagedFile {
  readonly #file: FileHandle;
  readonly #path: string;
  #isOpen = true;
  size = 0;

  constructor(file: FileHandle, path: string) {
    this.#file = file;
    this.#path = path;
  }

  async receive(bytes: Readable): Promise<void> {
    const target = new Writable({
      write: (chunk, _encoding, done) => {
        this.size += chunk.length;
        this.#file.writeFile(chunk).then(() => done(), done);
      },
    });
    // A stream destroyed while the file was being opened would look empty.
    if (bytes.destroyed) throw bytes.errored ?? new Error('The upload broke off');
    await pipeline(bytes, target);
  }

  async read(at: number, length: number): Promise<Buffer> {
    const bytes = Buffer.alloc(Math.max(0, Math.min(length, this.size - at)));
    let filled = 0;
    while (filled < bytes.length) {
      const { bytesRead } = await this.#file.read(bytes, filled, bytes.length - filled, at + filled);
      if (bytesRead === 0) throw new Error('A staged file has become shorter');
      filled += bytesRead;
    }
    return bytes;
  }

  async overwrite(at: number, bytes: Buffer): Promise<void> {
    if (at + bytes.length > this.size) throw new RangeError('A staged file keeps its size');
    for (let done = 0; done < bytes.length; ) {
      const { bytesWritten } = await this.#file.write(bytes, done, bytes.length - done, at + done);
      done += bytesWritten;
    }
  }

  async keep(): Promise<void> {
    try {
      await this.#file.sync();
      await this.#close();
      await rename(this.#path + PARTIAL_FILE_SUFFIX, this.#path);
      await syncFolder(dirname(this.#path));
    } catch (error) {
      throw named(error);
    }
  }

  async discard(): Promise<void> {
    await this.#close();
    await rm(this.#path + PARTIAL_FILE_SUFFIX, { force: true });
  }

  async #close(): Promise<void> {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    await this.#file.close();
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

function named(error: unknown): unknown {
  return isOutOfSpace(error) ? new DiskFull() : error;
}

function isOutOfSpace(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');
}
