import { type FileHandle, statfs } from 'node:fs/promises';
import { type Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { DiskFull } from '#server/platform/db/errors.ts';

/** Disk space that uploads leave free for the embedded database on the same disk: more than a WAL segment. */
const RESERVE_BYTES = 32 * 1024 * 1024;

/** A file on the local disk into which a stream is received, to be checked and cleaned in place. */
export abstract class ReceivedFile {
  protected readonly file: FileHandle;
  #isOpen = true;
  size = 0;

  constructor(file: FileHandle) {
    this.file = file;
  }

  /** Deletes the file from the disk, unless it is kept. */
  abstract discard(): Promise<void>;

  /** Receives a whole stream, or discards the file. Throws `DiskFull`, and the error that broke the stream. */
  async receive(bytes: Readable): Promise<this> {
    try {
      await this.#write(bytes);
      return this;
    } catch (error) {
      bytes.destroy();
      await this.discard();
      throw fileSystemError(error);
    }
  }

  async #write(bytes: Readable): Promise<void> {
    const target = new Writable({
      write: (chunk, _encoding, done) => {
        this.size += chunk.length;
        this.file.writeFile(chunk).then(() => done(), done);
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
      const { bytesRead } = await this.file.read(bytes, filled, bytes.length - filled, at + filled);
      if (bytesRead === 0) throw new Error('A staged file has become shorter');
      filled += bytesRead;
    }
    return bytes;
  }

  async overwrite(at: number, bytes: Buffer): Promise<void> {
    if (at + bytes.length > this.size) throw new RangeError('A staged file keeps its size');
    for (let done = 0; done < bytes.length; ) {
      const { bytesWritten } = await this.file.write(bytes, done, bytes.length - done, at + done);
      done += bytesWritten;
    }
  }

  protected async close(): Promise<void> {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    await this.file.close();
  }
}

/** Throws `DiskFull` if the disk of a folder does not have enough space for this many bytes. */
export async function ensureDiskSpace(folder: string, bytes: number): Promise<void> {
  const disk = await statfs(folder);
  if (disk.bavail * disk.bsize < bytes + RESERVE_BYTES) throw new DiskFull();
}

/** Turns an error of the file system into a named one. Returns other errors unchanged. */
export function fileSystemError(error: unknown): unknown {
  return isOutOfSpace(error) ? new DiskFull() : error;
}

// A disk that a fault has made read-only takes nothing either.
const NO_SPACE = ['ENOSPC', 'EDQUOT', 'EROFS'];

function isOutOfSpace(error: unknown): boolean {
  return error instanceof Error && 'code' in error && NO_SPACE.includes(String(error.code));
}
