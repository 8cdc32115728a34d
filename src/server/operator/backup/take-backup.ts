import { existsSync, readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import PQueue from 'p-queue';
import type { Config } from '#server/config.ts';
import { type FileObject, type FileObjects, isUploadedObject } from '#server/platform/files/file-objects.ts';
import { keySourceOf } from '#server/platform/keys/key-source.ts';
import type { BackupPlace } from './backup-place.ts';
import { type DatabaseKind, databaseKind, withDump } from './database-dump.ts';
import { BackupContents, DATABASE, FILES, KEYS_OBJECT, type StoredObject } from './manifest.ts';
import { backupKey, newSalt } from './sealing.ts';

const AT_A_TIME = 8;

/** The result of a backup, with the files that were deleted while it ran. */
interface Taken {
  readonly kind: DatabaseKind;
  /** All files of the store, and those of them that people uploaded. */
  readonly files: number;
  readonly uploads: number;
  readonly bytes: number;
  /** Whether the backup contains the keys of DATA_DIR. */
  readonly hasKeys: boolean;
  readonly deleted: readonly string[];
}

/**
 * Takes a backup while the program runs, or of the embedded database while it does not. It copies all files, then the
 * database, then the files added meanwhile: as files never change, every file that the dumped database lists is in the
 * backup, unless it was deleted meanwhile.
 */
export async function takeBackup(
  config: Config,
  files: FileObjects,
  place: BackupPlace,
  { passphrase, now }: { readonly passphrase: string | null; readonly now: Date },
): Promise<Taken> {
  const salt = passphrase === null ? null : newSalt();
  const key = passphrase === null || salt === null ? null : await backupKey(passphrase, salt);
  const contents = new BackupContents(place, key);
  const copied = new Map<string, StoredObject>();
  await copyNew(files, contents, copied);
  const { dumped, fileKeys: known } = await withDump(config, async ({ bytes, fileKeys }) => ({
    dumped: await contents.write(DATABASE, bytes),
    fileKeys: await fileKeys(),
  }));
  await copyNew(files, contents, copied);
  const ownKeys = key === null ? null : ownKeysOf(config);
  const keysTaken = ownKeys === null ? [] : [await contents.write(KEYS_OBJECT, Readable.from([ownKeys]))];
  const objects = [dumped, ...keysTaken, ...copied.values()];
  const kind = databaseKind(config);
  await contents.finish({ format: 2, made_at: now.toISOString(), database: kind, salt }, objects);
  const bytes = objects.reduce((sum, { size }) => sum + size, 0);
  return {
    kind,
    files: copied.size,
    uploads: [...copied.keys()].filter(isUploadedObject).length,
    bytes,
    hasKeys: keysTaken.length > 0,
    deleted: (known ?? []).filter((each) => !copied.has(each)),
  };
}

// A key that the operator keeps elsewhere is not copied.
function ownKeysOf(config: Config): Buffer | null {
  const { own, name } = keySourceOf(config);
  return own !== null && existsSync(name) ? readFileSync(name) : null;
}

/** Copies the files that are not in the backup yet. */
async function copyNew(
  files: FileObjects,
  contents: BackupContents,
  copied: Map<string, StoredObject>,
): Promise<void> {
  const queue = new PQueue({ concurrency: AT_A_TIME });
  const copy = async (object: FileObject) => {
    const stored = await contents
      .write(FILES + object.name, files.read(object))
      .catch((error: unknown) => nullIfMissing(error));
    if (stored !== null) copied.set(object.name, stored);
  };
  const wanted = (await Array.fromAsync(files.list())).filter(({ name }) => !copied.has(name));
  try {
    await queue.addAll(wanted.map((object) => () => copy(object)));
  } catch (error) {
    queue.clear();
    await queue.onIdle();
    throw error;
  }
}

// The file was deleted after it was listed.
function nullIfMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
  throw error;
}
