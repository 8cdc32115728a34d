import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { syncFolder } from '#server/platform/sync-folder.ts';
import { folderPlace } from './disk.ts';
import { type FileObject, type FileObjects, typeOfObject } from './file-objects.ts';
import { type FilesPlace, PARTIAL_FILE_SUFFIX } from './files.ts';
import { fileSystemError } from './received-file.ts';

/** All files of a local folder, which may be missing until the first write. */
export class DiskObjects implements FileObjects {
  readonly place: FilesPlace;
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
    this.place = folderPlace(folder);
  }

  async *list(below = ''): AsyncGenerator<FileObject> {
    const entries = await readdir(join(this.#folder, below), { withFileTypes: true }).catch(
      (error: NodeJS.ErrnoException) => (error.code === 'ENOENT' ? [] : Promise.reject(error)),
    );
    for (const entry of entries) {
      const name = `${below}${entry.name}`;
      if (entry.isDirectory()) yield* this.list(`${name}/`);
      else if (entry.isFile() && typeOfObject(name) !== null) yield { name, size: await this.#sizeOf(name) };
    }
  }

  read({ name }: FileObject): Readable {
    return createReadStream(this.#pathOf(name));
  }

  async write(name: string, bytes: Readable): Promise<void> {
    const path = this.#pathOf(name);
    const partial = `${path}-${randomUUID()}${PARTIAL_FILE_SUFFIX}`;
    try {
      await mkdir(dirname(path), { recursive: true });
      await pipeline(bytes, createWriteStream(partial, { flags: 'wx', flush: true }));
      await rename(partial, path);
      await syncFolder(dirname(path));
    } catch (error) {
      await rm(partial, { force: true });
      throw fileSystemError(error);
    }
  }

  async remove(name: string): Promise<void> {
    await rm(this.#pathOf(name), { force: true });
  }

  close(): void {
    // Nothing stays open.
  }

  // Names also come from backups and buckets: a valid one never leads out of the folder.
  #pathOf(name: string): string {
    if (typeOfObject(name) === null) throw new TypeError(`Not the name of a stored file: ${name}`);
    return join(this.#folder, name);
  }

  async #sizeOf(name: string): Promise<number> {
    return (await stat(join(this.#folder, name))).size;
  }
}
