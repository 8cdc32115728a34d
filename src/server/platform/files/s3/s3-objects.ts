import type { Readable } from 'node:stream';
import type { S3Config } from '#server/config.ts';
import { type FileObject, type FileObjects, typeOfObject } from '#server/platform/files/file-objects.ts';
import type { FilesPlace } from '#server/platform/files/files.ts';
import { Bucket, PATIENT, placeOf } from './bucket.ts';
import { downloadObject } from './download.ts';
import { upload } from './upload.ts';

/** All files of a bucket. Its calls throw `FileStoreUnavailable`. */
export class S3Objects implements FileObjects {
  readonly place: FilesPlace;
  readonly #bucket: Bucket;

  constructor(config: S3Config) {
    this.#bucket = new Bucket(config, PATIENT);
    this.place = placeOf(this.#bucket);
  }

  async *list(): AsyncGenerator<FileObject> {
    for await (const { name, size } of this.#bucket.list(''))
      if (typeOfObject(name) !== null) yield { name, size };
  }

  read({ name, size }: FileObject): Readable {
    return downloadObject(this.#bucket, { name, range: undefined, length: size });
  }

  async write(name: string, bytes: Readable): Promise<void> {
    const contentType = typeOfObject(name);
    if (contentType === null) throw new TypeError('Not the name of a stored object');
    await upload(this.#bucket, name, contentType, bytes);
  }

  async remove(name: string): Promise<void> {
    await this.#bucket.remove(name);
  }

  close(): void {
    this.#bucket.close();
  }
}
