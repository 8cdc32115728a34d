import { randomUUID } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { chmod, mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { copyType } from '#newsletter/render/picture-copies.ts';
import type { S3Config } from '#server/config.ts';
import {
  COPIES,
  type FilePort,
  type FilesPlace,
  INSTALLATION_ID,
  isTrashDay,
  keyOfPartial,
  PARTIAL_FILE_SUFFIX,
  type StagedFile,
  type StoredFile,
  TRASH,
  trashedCopies,
  trashFolder,
  typeOfKey,
} from '#server/platform/files/files.ts';
import { ensureDiskSpace, fileSystemError, ReceivedFile } from '#server/platform/files/received-file.ts';
import { FileStoreUnavailable } from '#server/platform/files/store-unavailable.ts';
import { Bucket, placeOf, type StoreLimits } from './bucket.ts';
import { downloadObject } from './download.ts';
import { upload } from './upload.ts';

/** The folder in DATA_DIR for files being received. They are unlinked while open, so the folder always looks empty. */
const RECEIVING = 'receiving';
const PRIVATE = 0o700;

/**
 * Keeps files in a bucket of an S3 store, with the same names as on the disk: a copy of the folder is a copy of the
 * bucket. `dataDir` holds files while they are received and checked. Throws `FileStoreUnavailable`.
 */
export async function openS3Files(
  config: S3Config,
  { dataDir, limits }: { readonly dataDir: string; readonly limits?: StoreLimits },
): Promise<S3Files> {
  const receiving = join(dataDir, RECEIVING);
  await mkdir(receiving, { recursive: true });
  await chmod(receiving, PRIVATE);
  const files = new S3Files(new Bucket(config, limits), receiving);
  await files.bucket.check();
  return files;
}

/** The files of a bucket, for reading only. */
export function s3FilesAt(config: S3Config, dataDir: string): S3Files {
  return new S3Files(new Bucket(config), join(dataDir, RECEIVING));
}

export class S3Files implements FilePort {
  readonly place: FilesPlace;
  readonly bucket: Bucket;
  readonly #receiving: string;

  constructor(bucket: Bucket, receiving: string) {
    this.bucket = bucket;
    this.#receiving = receiving;
    this.place = placeOf(bucket);
  }

  async put(key: string, bytes: Readable): Promise<number> {
    const contentType = typeOfKey(key);
    if (contentType === null) throw new TypeError('Not a file key');
    const size = await upload(this.bucket, key, contentType, bytes);
    // The row will promise the file to people, so a store that loses it must be detected now.
    if ((await this.bucket.size(key)) === size) return size;
    await this.bucket.remove(key);
    throw new FileStoreUnavailable(
      `The file store at ${this.bucket.endpoint} does not keep what it has taken.`,
    );
  }

  async stage(key: string, bytes: Readable): Promise<StagedFile> {
    if (typeOfKey(key) === null) throw new TypeError('Not a file key');
    const path = join(this.#receiving, `${randomUUID()}${PARTIAL_FILE_SUFFIX}`);
    const file = await openUnlinked(path).catch((error: unknown) => {
      bytes.destroy();
      throw fileSystemError(error);
    });
    return await new StagedForStore(file, (stored) => this.put(key, stored)).receive(bytes);
  }

  async get(key: string): Promise<StoredFile | null> {
    const contentType = typeOfKey(key);
    return contentType === null ? null : await this.#stored(key, contentType);
  }

  async putCopy(key: string, name: string, bytes: Buffer): Promise<void> {
    const contentType = copyType(name, typeOfKey(key) ?? '');
    if (typeOfKey(key) === null || contentType === null) throw new TypeError('Not the name of a copy');
    await this.bucket.put(copiesOf(key) + name, contentType, bytes);
  }

  async getCopy(key: string, name: string): Promise<StoredFile | null> {
    const contentType = typeOfKey(key) === null ? null : copyType(name, typeOfKey(key) ?? '');
    return contentType === null ? null : await this.#stored(copiesOf(key) + name, contentType);
  }

  async copyNames(key: string): Promise<readonly string[]> {
    if (typeOfKey(key) === null) return [];
    const found = await this.#names(copiesOf(key));
    return found
      .map((name) => name.slice(copiesOf(key).length))
      .filter((name) => copyType(name, typeOfKey(key) ?? '') !== null);
  }

  async delete(key: string): Promise<void> {
    const partial = keyOfPartial(key);
    if (partial !== null) return await this.#abortUploads(partial);
    if (typeOfKey(key) === null) return;
    // The copies first: without their file, nothing would find them again.
    await this.#removeAll(await this.#names(copiesOf(key)));
    await this.bucket.remove(key);
    // Both the file and its copies, which are beside it under names that begin with its own.
    for (const day of await this.#trashDays()) await this.#removeAll(await this.#names(trashOf(day) + key));
  }

  async moveToTrash(key: string, at: Date): Promise<void> {
    if (typeOfKey(key) === null) return await this.delete(key);
    const trash = trashOf(trashFolder(at));
    for (const name of await this.#names(copiesOf(key)))
      await this.#move(name, `${trash}${trashedCopies(key)}/${name.slice(copiesOf(key).length)}`);
    await this.#move(key, trash + key);
  }

  async emptyTrash(before: Date): Promise<void> {
    for (const day of await this.#trashDays())
      if (day < trashFolder(before)) await this.#removeAll(await this.#names(trashOf(day)));
  }

  async readInstallationId(): Promise<string | null> {
    const found = await this.bucket.read(INSTALLATION_ID);
    return found === null ? null : (await buffer(found.body)).toString('utf8').trim();
  }

  async writeInstallationId(id: string): Promise<void> {
    await this.bucket.put(INSTALLATION_ID, 'text/plain', Buffer.from(`${id}\n`));
  }

  async *list(): AsyncGenerator<{ readonly key: string; readonly storedAt: Date }> {
    for await (const { name, storedAt } of this.bucket.list('', { isShallow: true }))
      if (typeOfKey(name) !== null) yield { key: name, storedAt };
    for await (const { name, storedAt } of this.bucket.uploads())
      if (typeOfKey(name) !== null) yield { key: name + PARTIAL_FILE_SUFFIX, storedAt };
  }

  async keys(): Promise<ReadonlySet<string>> {
    const found = new Set<string>();
    for await (const { name } of this.bucket.list('', { isShallow: true }))
      if (typeOfKey(name) !== null) found.add(name);
    return found;
  }

  /** Checks the disk that receives. A store reports that it is full only when it is. */
  async ensureSpace(bytes: number): Promise<void> {
    await ensureDiskSpace(this.#receiving, bytes);
  }

  async #stored(name: string, contentType: string): Promise<StoredFile | null> {
    const size = await this.bucket.size(name);
    if (size === null) return null;
    const open: StoredFile['open'] = (range) =>
      downloadObject(this.bucket, { name, range, length: range ? range.end - range.start + 1 : size });
    return { contentType, size, open };
  }

  async #move(from: string, to: string): Promise<void> {
    const size = await this.bucket.size(from);
    if (size === null) return;
    await this.bucket.copy(from, to);
    if ((await this.bucket.size(to)) !== size)
      throw new FileStoreUnavailable(`The file store at ${this.bucket.endpoint} has not copied ${from}.`);
    await this.bucket.remove(from);
  }

  async #abortUploads(key: string): Promise<void> {
    if (typeOfKey(key) === null) return;
    for await (const { name, id } of this.bucket.uploads(key)) await this.bucket.abortUpload(name, id);
  }

  async #trashDays(): Promise<readonly string[]> {
    const folders = await this.bucket.folders(`${TRASH}/`);
    return folders.map((name) => name.slice(TRASH.length + 1, -1)).filter(isTrashDay);
  }

  async #names(prefix: string): Promise<readonly string[]> {
    const found: string[] = [];
    for await (const { name } of this.bucket.list(prefix)) found.push(name);
    return found;
  }

  async #removeAll(names: readonly string[]): Promise<void> {
    for (const name of names) await this.bucket.remove(name);
  }
}

const copiesOf = (key: string) => `${COPIES}/${key}/`;
const trashOf = (day: string) => `${TRASH}/${day}/`;

/** Opens a new file and unlinks its name, so that a crash leaves nothing of it. */
async function openUnlinked(path: string): Promise<FileHandle> {
  const file = await open(path, 'wx+');
  try {
    await rm(path);
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

class StagedForStore extends ReceivedFile implements StagedFile {
  readonly #store: (bytes: Readable) => Promise<unknown>;

  constructor(file: FileHandle, store: (bytes: Readable) => Promise<unknown>) {
    super(file);
    this.#store = store;
  }

  async keep(): Promise<void> {
    await this.#store(this.file.createReadStream({ start: 0, autoClose: false }));
    await this.close();
  }

  async discard(): Promise<void> {
    await this.close();
  }
}
