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
  writeFile,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { copyType } from '#newsletter/render/picture-copies.ts';
import { accessTrouble, DataFolderRefused } from '#server/platform/db/errors.ts';
import { syncFolder } from '#server/platform/sync-folder.ts';
import {
  COPIES,
  type FilePort,
  type FilesPlace,
  INSTALLATION_ID,
  isStoredName,
  isTrashDay,
  PARTIAL_FILE_SUFFIX,
  type StagedFile,
  type StoredFile,
  TRASH,
  trashedCopies,
  trashFolder,
  typeOfKey,
} from './files.ts';
import { ensureDiskSpace, fileSystemError, ReceivedFile } from './received-file.ts';

/**
 * Reads the id of the installation that a folder of files belongs to; null if it has none yet. Throws `DataFolderRefused`
 * if the id cannot be read.
 */
async function readInstallationId(folder: string): Promise<string | null> {
  const path = join(folder, INSTALLATION_ID);
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch (error) {
    if (isMissing(error)) return null;
    const reason = error instanceof Error ? error.message.split(',')[0] : String(error);
    throw new DataFolderRefused(
      accessTrouble(reason ?? '', path) ??
        `${path} cannot be read (${reason}): bring back the file of the backup, or remove it where there is none.`,
    );
  }
}

/** The keys of all complete files in a folder; none if the folder does not exist. */
async function keysInFolder(folder: string): Promise<ReadonlySet<string>> {
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

/** The files of a local folder, for reading only: the folder may be missing, and is not created. */
export function diskFilesAt(folder: string): Pick<FilePort, 'place' | 'readInstallationId' | 'keys'> {
  return new DiskFiles(folder);
}

/** A folder, as operators read of it. */
export function folderPlace(folder: string): FilesPlace {
  const installationId = join(folder, INSTALLATION_ID);
  return { name: folder, kind: 'folder', variable: 'DATA_DIR', installationId };
}

class DiskFiles implements FilePort {
  readonly place: FilesPlace;
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
    this.place = folderPlace(folder);
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
      throw fileSystemError(error);
    });
    return await new StagedOnDisk(file, path).receive(bytes);
  }

  async get(key: string): Promise<StoredFile | null> {
    const contentType = typeOfKey(key);
    if (contentType === null) return null;
    return await storedFile(join(this.#folder, key), contentType);
  }

  async delete(key: string): Promise<void> {
    if (!isStoredName(key)) return;
    // The copies first: without their file, nothing would find them again.
    await rm(this.#copiesOf(key), { recursive: true, force: true });
    await rm(join(this.#folder, key), { force: true });
    for (const day of await this.#trashDays())
      for (const name of [key, trashedCopies(key)])
        await rm(join(this.#trash, day, name), { recursive: true, force: true });
  }

  async putCopy(key: string, name: string, bytes: Buffer): Promise<void> {
    const file = this.#copyPath(key, name);
    if (file === null) throw new TypeError('Not the name of a copy');
    try {
      await mkdir(dirname(file), { recursive: true });
      // A reader may request the copy meanwhile, and another process may write it.
      const partial = `${file}-${randomUUID()}${PARTIAL_FILE_SUFFIX}`;
      await writeFile(partial, bytes, { flush: true });
      await rename(partial, file);
      await syncFolder(dirname(file));
    } catch (error) {
      throw fileSystemError(error);
    }
  }

  async copyNames(key: string): Promise<readonly string[]> {
    if (typeOfKey(key) === null) return [];
    const names = await readdir(this.#copiesOf(key)).catch((error: unknown) => {
      if (isMissing(error)) return [];
      throw error;
    });
    return names.filter((name) => copyType(name, typeOfKey(key) ?? '') !== null);
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
    if (!isStoredName(key)) return;
    const folder = join(this.#trash, trashFolder(at));
    await mkdir(folder, { recursive: true });
    await moveIfThere(this.#copiesOf(key), join(folder, trashedCopies(key)));
    await moveIfThere(join(this.#folder, key), join(folder, key));
  }

  async emptyTrash(before: Date): Promise<void> {
    for (const day of await this.#trashDays())
      if (day < trashFolder(before)) await rm(join(this.#trash, day), { recursive: true, force: true });
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
      if (!entry.isFile() || !isStoredName(entry.name)) continue;
      const found = await stat(join(this.#folder, entry.name)).catch(() => null);
      // The file was renamed or deleted meanwhile.
      if (found !== null) yield { key: entry.name, storedAt: found.mtime };
    }
  }

  async keys(): Promise<ReadonlySet<string>> {
    return await keysInFolder(this.#folder);
  }

  async ensureSpace(bytes: number): Promise<void> {
    await ensureDiskSpace(this.#folder, bytes);
  }

  get #trash(): string {
    return join(this.#folder, TRASH);
  }

  async #trashDays(): Promise<readonly string[]> {
    try {
      return (await readdir(this.#trash)).filter((name) => isTrashDay(name));
    } catch (error) {
      if (isMissing(error)) return [];
      throw error;
    }
  }
}

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

class StagedOnDisk extends ReceivedFile implements StagedFile {
  readonly #path: string;

  constructor(file: FileHandle, path: string) {
    super(file);
    this.#path = path;
  }

  async keep(): Promise<void> {
    try {
      await this.file.sync();
      await this.close();
      await rename(this.#path + PARTIAL_FILE_SUFFIX, this.#path);
      await syncFolder(dirname(this.#path));
    } catch (error) {
      throw fileSystemError(error);
    }
  }

  async discard(): Promise<void> {
    await this.close();
    await rm(this.#path + PARTIAL_FILE_SUFFIX, { force: true });
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
