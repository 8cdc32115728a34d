import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { finished } from 'node:stream/promises';
import PQueue from 'p-queue';
import type { Config } from '#server/config.ts';
import { OperatorError } from '#server/operator/operator-error.ts';
import { refuseInUse } from '#server/operator/require-database.ts';
import { hasDatabase } from '#server/platform/db/open-database.ts';
import { markDatabase } from '#server/platform/db/restoring-mark.ts';
import { type FileObjects, isUploadedObject } from '#server/platform/files/file-objects.ts';
import { keySourceOf } from '#server/platform/keys/key-source.ts';
import { markUnfinished, unmarkUnfinished } from '#server/unfinished-restore.ts';
import type { BackupPlace } from './backup-place.ts';
import { type DatabaseKind, databaseKind, restoreDump } from './database-dump.ts';
import { refuseFullFolder } from './full-folder.ts';
import { DATABASE, FILES, KEYS_OBJECT, openBackup, type StoredObject } from './manifest.ts';

const AT_A_TIME = 8;

interface Restored {
  readonly madeAt: string;
  readonly uploads: number;
}

/**
 * Restores a backup into an empty database and an empty place for files. Throws `OperatorError` if either is not empty;
 * `movesAside` first renames what is in DATA_DIR.
 */
export async function restoreBackup(
  config: Config,
  files: FileObjects,
  place: BackupPlace,
  {
    passphrase,
    takesPlain,
    takesLostKeys,
    movesAside,
    now,
  }: {
    readonly passphrase: string | undefined;
    readonly takesPlain: boolean;
    /** Continues even if the keys of the database's secrets are neither in the backup nor here. */
    readonly takesLostKeys: boolean;
    readonly movesAside: boolean;
    readonly now: Date;
  },
): Promise<Restored> {
  const { head, contents } = await openBackup(place, { passphrase, takesPlain });
  refuseOtherKind(head.database, databaseKind(config));
  // Also detects a wrong passphrase before anything is changed.
  const objects = await contents.list(head);
  const dump = objects.find(({ name }) => name === DATABASE);
  if (dump === undefined) throw new OperatorError(`The backup in ${place.name} has no database.`);
  const keys = objects.find(({ name }) => name === KEYS_OBJECT);
  if (keys === undefined && !takesLostKeys) refuseWithoutKeys(config);
  // Read once before anything is changed, so that a damaged or truncated dump leaves nothing behind.
  await finished((await contents.read(dump)).resume());
  if (movesAside) await moveAside(config, now);
  await refuseFull(config, files);
  const url = config.databaseDirectUrl ?? config.databaseUrl;
  markUnfinished(config.dataDir);
  if (url !== undefined) await markDatabase(url);
  await restoreDump(config, await contents.read(dump));
  if (keys !== undefined) keySourceOf(config).own?.bring(await text(await contents.read(keys)));
  const stored = objects.filter(({ name }) => name.startsWith(FILES));
  const queue = new PQueue({ concurrency: AT_A_TIME });
  const copy = async (object: StoredObject) =>
    await files.write(object.name.slice(FILES.length), await contents.read(object));
  try {
    await queue.addAll(stored.map((object) => () => copy(object)));
  } catch (error) {
    queue.clear();
    await queue.onIdle();
    throw error;
  }
  return {
    madeAt: head.made_at,
    uploads: stored.filter(({ name }) => isUploadedObject(name.slice(FILES.length))).length,
  };
}

function refuseWithoutKeys(config: Config): void {
  const { name, read } = keySourceOf(config);
  if (read() !== null) return;
  throw new OperatorError(
    `The keys of the database's secrets are neither in the backup nor in ${name}. Without them authenticator apps, webhooks and the unsubscribe links of sent mails are lost: bring your copy of that file there first. If there is none, or the backup is of a version of the program without keys, take --without-keys.`,
  );
}

function refuseOtherKind(of: DatabaseKind, here: DatabaseKind): void {
  if (of === here) return;
  throw new OperatorError(
    of === 'postgres'
      ? 'This is the backup of a PostgreSQL server: set DATABASE_URL to an empty database of one.'
      : 'This is the backup of an embedded database: unset DATABASE_URL, and set DATA_DIR to an empty folder.',
  );
}

async function refuseFull(config: Config, files: FileObjects): Promise<void> {
  refuseFullFolder(config);
  const { databaseUrl: url } = config;
  if (url !== undefined && (await hasDatabase({ url })))
    throw new OperatorError(
      'There is something in the database of DATABASE_URL: make an empty one, and set DATABASE_URL to that.',
    );
  for await (const { name } of files.list())
    throw new OperatorError(
      `There are files in ${files.place.name} (${name}): set ${files.place.variable} to an empty ${files.place.kind}.`,
    );
}

/** Renames the folders of the embedded database and of files. */
async function moveAside({ databaseUrl, dataDir }: Config, now: Date): Promise<void> {
  if (databaseUrl === undefined) refuseInUse(dataDir);
  unmarkUnfinished(dataDir);
  const mark = now.toISOString().replaceAll(/[:.]/g, '-');
  for (const part of databaseUrl === undefined ? ['database', 'files'] : ['files'])
    await rename(join(dataDir, part), join(dataDir, `${part}.before-${mark}`)).catch((error: unknown) => {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    });
}
