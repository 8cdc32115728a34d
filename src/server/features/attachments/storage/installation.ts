import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Config } from '#server/config.ts';
import type { AppContext } from '#server/context.ts';
import { keysOfRows } from '#server/features/attachments/repo.ts';
import { DataFolderRefused } from '#server/platform/db/errors.ts';
import { hasDatabase } from '#server/platform/db/open-database.ts';
import { installation } from '#server/platform/db/schema/installation.ts';
import type { FilePort } from '#server/platform/files/files.ts';
import { countFiles, type FileCount, missingFiles } from './missing-files.ts';

/**
 * The folder of the files and the database hold the same id. Without it, an empty database beside a full folder would
 * look like a folder of leftovers, and two processes with folders of their own would serve half of the files each.
 */

type Parts = Pick<AppContext, 'config' | 'database' | 'files'>;
type Installation = typeof installation.$inferSelect;

/** Throws `DataFolderRefused` where there are files and no database yet: none is made beside them. */
export async function refuseFilesAlone(config: Config, files: FilePort): Promise<void> {
  const { databaseUrl, dataDir } = config;
  // The folder last: it can be long, and is listed later all the same.
  if ((await hasDatabase({ url: databaseUrl, dataDir })) || (await files.keys()).size === 0) return;
  const missing =
    databaseUrl === undefined
      ? `no database in ${join(dataDir, 'database')}`
      : 'nothing in the database of DATABASE_URL';
  throw new DataFolderRefused(
    `There are files in ${folderOf(config)}, but ${missing}: restore the backup of the database first, or set DATA_DIR to an empty folder to begin anew.`,
  );
}

/**
 * Gives a new folder of files the id of its database. A folder without one, of an older version or restored by hand, is
 * taken when the database knows most of its files. Throws `DataFolderRefused` where the two do not belong together, and
 * where every file is still to come. Gives how the two match.
 */
export async function claimFolder(parts: Parts): Promise<FileCount> {
  await assignInstallationId(parts);
  const count = await countAll(parts);
  const missing = missingFiles(count, folderOf(parts.config));
  if (missing !== null && count.found === 0 && !parts.config.startWithoutFiles)
    throw new DataFolderRefused(
      `${missing}: bring the rest of the backup. If they are lost for good, set START_WITHOUT_FILES=1.`,
    );
  return count;
}

async function assignInstallationId({ config, database, files }: Parts): Promise<void> {
  const [known] = await database.orm().select().from(installation);
  // The usual start writes nothing, so that it is possible on a full disk.
  if (known?.claimedAt != null && known.id === (await files.readInstallationId())) return;
  // Before the transaction: the refusal names the id.
  await database.orm().insert(installation).values({ id: randomUUID() }).onConflictDoNothing();
  await database.transaction(async () => {
    // Of processes that start together with folders of their own, one gets it.
    const [own] = await database.orm().select().from(installation).for('update');
    if (own === undefined) throw new Error('A row that was stored is there');
    const written = await files.readInstallationId();
    if (written !== own.id) {
      const refusal = await refusalOf({ config, database, files }, own, written);
      if (refusal !== null) throw new DataFolderRefused(refusal);
      await files.writeInstallationId(own.id);
    }
    if (own.claimedAt === null) await database.orm().update(installation).set({ claimedAt: new Date() });
  });
}

/** In a sentence, that the files and the database do not belong together; null where they do. */
export async function folderMismatch({ config, database, files }: Parts): Promise<string | null> {
  const [own] = await database.orm().select().from(installation);
  if (own !== undefined && (await files.readInstallationId()) === own.id) return null;
  return `The files in ${folderOf(config)} are not those of the database any more: set DATA_DIR and DATABASE_URL to what belongs together, and look whether the disk is there.`;
}

async function refusalOf(parts: Parts, own: Installation, written: string | null): Promise<string | null> {
  const { config, database } = parts;
  const isNew = own.claimedAt === null;
  const count = await countAll(parts);
  const { rows, files, found } = count;
  if (isMostlyKnown(count) && (written === null || isNew)) return null;
  // One process at a time and in the same folder: nobody else can have the files.
  if (files === 0 && rows === 0 && (isNew || database.kind === 'pglite')) return null;
  const folder = folderOf(config);
  const write = `write ${own.id} into ${join(folder, 'installation-id')}`;
  if (files === 0 && written === null) {
    const anyway = rows === 0 ? '' : ' and set START_WITHOUT_FILES=1';
    return `${folder} is empty, and the database belongs to files in another folder: put them there, or set DATA_DIR to the folder that all processes of this database share. If it has to be as it is, ${write}${anyway}.`;
  }
  const known = files === 0 ? '' : ` (of its ${files} files the database knows ${found})`;
  return `The files in ${folder} belong to another database${known}: set DATA_DIR and DATABASE_URL to what belongs together, or restore both from one backup. If it has to be as it is, ${write}.`;
}

/** Keys are random, so that one that is known was copied from here; most of them, and nobody else's files come with it. */
const isMostlyKnown = ({ files, found }: FileCount) => files > 0 && found * 2 > files;

async function countAll({ database, files }: Pick<Parts, 'database' | 'files'>): Promise<FileCount> {
  // The rows first: a file is there before its row.
  const rows = await keysOfRows(database);
  return countFiles(rows, await files.keys());
}

const folderOf = ({ dataDir }: Config) => join(dataDir, 'files');
