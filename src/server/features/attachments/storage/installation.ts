import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Config } from '#server/config.ts';
import type { AppContext } from '#server/context.ts';
import { listFileKeys } from '#server/features/attachments/repo.ts';
import { DataFolderRefused } from '#server/platform/db/errors.ts';
import { hasDatabase } from '#server/platform/db/open-database.ts';
import { installation } from '#server/platform/db/schema/installation.ts';
import type { FilePort } from '#server/platform/files/files.ts';
import { countFiles, type FileCount, missingFilesWarning } from './missing-files.ts';

/**
 * The data folder and the database share an installation id. Without it, a full folder beside an empty database would
 * look like orphaned files, and two processes with separate folders would each serve half of the files.
 */

/** The ports that tell whether folder and database belong together. */
export type StorageContext = Pick<AppContext, 'config' | 'database' | 'files'>;
type Installation = typeof installation.$inferSelect;

/** Throws `DataFolderRefused` if there are files but no database yet, so that no empty one is created beside them. */
export async function refuseFilesWithoutDatabase(config: Config, files: FilePort): Promise<void> {
  const { databaseUrl, dataDir } = config;
  // The folder is checked last, as listing it can take long.
  if ((await hasDatabase({ url: databaseUrl, dataDir })) || (await files.keys()).size === 0) return;
  const missing =
    databaseUrl === undefined
      ? `no database in ${join(dataDir, 'database')}`
      : 'nothing in the database of DATABASE_URL';
  throw new DataFolderRefused(
    `There are files in ${files.place.name}, but ${missing}: restore the backup of the database first, or set ${files.place.variable} to an empty ${files.place.kind} to begin anew.`,
  );
}

/**
 * Writes the database's id into a new data folder. A folder without an id (from an older version, or restored by hand) is
 * accepted if the database knows most of its files. Throws `DataFolderRefused` if folder and database do not belong
 * together, or if every file is missing. Resolves to how files and rows match.
 */
export async function claimFolder(storage: StorageContext): Promise<FileCount> {
  await assignInstallationId(storage);
  const count = await countAll(storage);
  const missing = missingFilesWarning(count, storage.files.place.name);
  if (missing !== null && count.found === 0 && !storage.config.startWithoutFiles)
    throw new DataFolderRefused(
      `${missing}: bring the rest of the backup. If they are lost for good, set START_WITHOUT_FILES=1.`,
    );
  return count;
}

async function assignInstallationId({ config, database, files }: StorageContext): Promise<void> {
  const [known] = await database.orm().select().from(installation);
  // A normal start writes nothing, so it works on a full disk.
  if (known?.claimedAt != null && known.id === (await files.readInstallationId())) return;
  // Outside the transaction, as the refusal contains the id.
  await database.orm().insert(installation).values({ id: randomUUID() }).onConflictDoNothing();
  await database.transaction(async () => {
    // If processes with separate folders start together, only one succeeds.
    const [own] = await database.orm().select().from(installation).for('update');
    if (own === undefined) throw new Error('The installation row is missing');
    const written = await files.readInstallationId();
    if (written !== own.id) {
      const refusal = await mismatchMessage({ config, database, files }, own, written);
      if (refusal !== null) throw new DataFolderRefused(refusal);
      await files.writeInstallationId(own.id);
    }
    if (own.claimedAt === null) await database.orm().update(installation).set({ claimedAt: new Date() });
  });
}

/** The message for files and database that do not belong together; null if they do. */
export async function folderMismatch({
  database,
  files,
}: Pick<StorageContext, 'database' | 'files'>): Promise<string | null> {
  const [own] = await database.orm().select().from(installation);
  if (own !== undefined && (await files.readInstallationId()) === own.id) return null;
  const { name, variable, kind } = files.place;
  const look = kind === 'folder' ? ', and look whether the disk is there' : '';
  return `The files in ${name} are not those of the database any more: set ${variable} and DATABASE_URL to what belongs together${look}.`;
}

async function mismatchMessage(
  storage: StorageContext,
  own: Installation,
  written: string | null,
): Promise<string | null> {
  const { database } = storage;
  const { place } = storage.files;
  const isNew = own.claimedAt === null;
  const count = await countAll(storage);
  const { rows, files, found } = count;
  if (isMostlyKnown(count) && (written === null || isNew)) return null;
  // PGlite lives in the same data folder and allows one process, so no other process can have the files.
  if (files === 0 && rows === 0 && (isNew || database.kind === 'pglite')) return null;
  const write = `write ${own.id} into ${place.installationId}`;
  if (files === 0 && written === null) {
    const anyway = rows === 0 ? '' : ' and set START_WITHOUT_FILES=1';
    return `${place.name} is empty, and the database belongs to files in another ${place.kind === 'folder' ? 'folder' : 'place'}: put them there, or set ${place.variable} to the ${place.kind} that all processes of this database share. If it has to be as it is, ${write}${anyway}.`;
  }
  const known = files === 0 ? '' : ` (of its ${files} files the database knows ${found})`;
  return `The files in ${place.name} belong to another database${known}: set ${place.variable} and DATABASE_URL to what belongs together, or restore both from one backup. If it has to be as it is, ${write}.`;
}

/** Keys are random, so a known file was copied from this installation. Most must be, so that no other's files come along. */
const isMostlyKnown = ({ files, found }: FileCount) => files > 0 && found * 2 > files;

async function countAll({ database, files }: Pick<StorageContext, 'database' | 'files'>): Promise<FileCount> {
  // The rows first, as a file is stored before its row.
  const rows = await listFileKeys(database);
  return countFiles(rows, await files.keys());
}
