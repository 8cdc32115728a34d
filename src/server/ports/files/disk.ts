import { createReadStream } from 'node:fs';
import { mkdir, open, opendir, rename, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { type Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { DiskFull } from '#server/db/errors.ts';
import { type FilePort, type StoredFile, typeOfKey } from './files.ts';

/** Always left free, so that a flood of uploads does not stop the embedded database on the same disk (one WAL segment and more). */
const RESERVE_BYTES = 32 * 1024 * 1024;

/** A file that is being written; it takes its own name only when it is whole and on the disk. */
const PART_ENDING = '.part';

/** Files in a folder of this machine, one a key. Makes the folder. */
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
    if (typeOfKey(key) === null) throw new TypeError('Not a file key');
    const path = join(this.#folder, key);
    const part = path + PART_ENDING;
    try {
      const size = await writeDurably(part, bytes);
      await rename(part, path);
      await syncFolder(this.#folder);
      return size;
    } catch (error) {
      bytes.destroy();
      await rm(part, { force: true });
      throw isOutOfSpace(error) ? new DiskFull() : error;
    }
  }

  async get(key: string): Promise<StoredFile | null> {
    const contentType = typeOfKey(key);
    if (contentType === null) return null;
    const path = join(this.#folder, key);
    const size = await stat(path).then(
      (found) => (found.isFile() ? found.size : null),
      (error) => (isMissing(error) ? null : Promise.reject(error)),
    );
    if (size === null) return null;
    return { contentType, size, open: (range) => createReadStream(path, range) };
  }

  async delete(key: string): Promise<void> {
    const name = key.endsWith(PART_ENDING) ? key.slice(0, -PART_ENDING.length) : key;
    if (typeOfKey(name) === null) return;
    await rm(join(this.#folder, key), { force: true });
  }

  async *list(): AsyncGenerator<{ key: string; storedAt: Date }> {
    for await (const entry of await opendir(this.#folder)) {
      if (!entry.isFile()) continue;
      const found = await stat(join(this.#folder, entry.name)).catch(() => null);
      // Renamed or deleted meanwhile: the next sweep sees it.
      if (found !== null) yield { key: entry.name, storedAt: found.mtime };
    }
  }

  async ensureSpace(bytes: number): Promise<void> {
    const disk = await statfs(this.#folder);
    if (disk.bavail * disk.bsize < bytes + RESERVE_BYTES) throw new DiskFull();
  }
}

async function writeDurably(path: string, bytes: Readable): Promise<number> {
  const file = await open(path, 'wx');
  try {
    let size = 0;
    const target = new Writable({
      write(chunk, _encoding, done) {
        size += chunk.length;
        file.writeFile(chunk).then(() => done(), done);
      },
    });
    // A stream that is destroyed while the file is being opened would look like an empty one.
    if (bytes.destroyed) throw bytes.errored ?? new Error('The upload broke off');
    await pipeline(bytes, target);
    await file.sync();
    return size;
  } finally {
    await file.close();
  }
}

// A rename is on the disk only once its folder is.
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

function isOutOfSpace(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');
}
