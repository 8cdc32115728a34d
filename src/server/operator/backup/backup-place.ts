import { createReadStream, createWriteStream } from 'node:fs';
import { readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Config, S3Config } from '#server/config.ts';
import { OperatorError } from '#server/operator/operator-error.ts';
import { namedError } from '#server/platform/db/errors.ts';
import { makeFolder } from '#server/platform/make-folder.ts';
import { syncFolder } from '#server/platform/sync-folder.ts';

/** Where a backup is: a folder, or a part of a bucket. */
export interface BackupPlace {
  /** The place as operators know it. */
  readonly name: string;
  /** Stores an object durably. Throws if the name is taken. */
  write(name: string, bytes: Readable): Promise<void>;
  /** Throws `OperatorError` if there is no such object. */
  read(name: string): Promise<Readable>;
  has(name: string): Promise<boolean>;
  close(): void;
}

const BUCKET = /^s3:\/\/([A-Za-z0-9][A-Za-z0-9._-]{1,61}[A-Za-z0-9])(?:\/(.*?))?\/?$/;

/** The place that an operator names: a folder, or `s3://bucket/prefix` in the store of the S3_ variables. */
export async function placeAt(word: string, config: Pick<Config, 's3'>): Promise<BackupPlace> {
  const bucket = bucketIn(word, config);
  return bucket === null ? folderAt(word) : await bucketAt(bucket.config, bucket.below);
}

/** The part of a bucket that the word names; null for a folder. Throws `OperatorError` if the S3_ variables are not set. */
export function bucketIn(word: string, { s3 }: Pick<Config, 's3'>) {
  const [, bucket, below = ''] = BUCKET.exec(word) ?? [];
  if (bucket === undefined) return null;
  if (s3 === undefined)
    throw new OperatorError(
      'Which store? Set the S3_ variables; the bucket of the backup is that of the command.',
    );
  return { config: { ...s3, bucket }, below: below === '' ? '' : `${below}/` };
}

/** Access for the program's own user only. */
const PRIVATE = { folder: 0o700, file: 0o600 } as const;

function folderAt(folder: string): BackupPlace {
  return {
    name: folder,
    async write(name, bytes) {
      const path = join(folder, name);
      const partial = `${path}.partial`;
      try {
        makeFolder(dirname(path), PRIVATE.folder);
        await pipeline(bytes, createWriteStream(partial, { flags: 'wx', mode: PRIVATE.file, flush: true }));
        await rename(partial, path);
        await syncFolder(dirname(path));
      } catch (error) {
        await rm(partial, { force: true });
        throw namedError(error);
      }
    },
    async read(name) {
      const file = createReadStream(join(folder, name));
      await new Promise<void>((resolve, reject) => {
        file.once('open', () => resolve());
        file.once('error', () => reject(new OperatorError(`There is no ${name} in ${folder}.`)));
      });
      return file;
    },
    has: async (name) =>
      await readFile(join(folder, name)).then(
        () => true,
        () => false,
      ),
    close: () => undefined,
  };
}

async function bucketAt(config: S3Config, below: string): Promise<BackupPlace> {
  // Loaded only when needed: the library takes a third of a second.
  const { Bucket, PATIENT, placeOf } = await import('#server/platform/files/s3/bucket.ts');
  const { upload } = await import('#server/platform/files/s3/upload.ts');
  const bucket = new Bucket(config, PATIENT);
  const name = `${below} of ${placeOf(bucket).name}`;
  return {
    name,
    async write(object, bytes) {
      await upload(bucket, below + object, 'application/octet-stream', bytes);
    },
    async read(object) {
      const found = await bucket.read(below + object);
      if (found === null) throw new OperatorError(`There is no ${object} in ${name}.`);
      return Readable.from(found.body);
    },
    has: async (object) => (await bucket.size(below + object)) !== null,
    close: () => bucket.close(),
  };
}
