import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Config } from '#server/config.ts';
import { type Database, hasDatabase } from '#server/db/client.ts';
import { DataFolderRefused } from '#server/db/errors.ts';
import { installation } from '#server/db/schema-installation.ts';
import type { House } from '#server/house.ts';
import { type FilePort, HALF_WRITTEN } from '#server/ports/files/files.ts';
import { hasAttachments, keysWithRow } from './repo.ts';

/**
 * The folder of the files and the database hold the same id. Without it, an empty database beside a full folder would
 * look like a folder of leftovers, and two processes with folders of their own would serve half of the files each.
 */

type Parts = Pick<House, 'config' | 'database' | 'files'>;
type Installation = typeof installation.$inferSelect;

const BATCH = 500;

/** Throws `DataFolderRefused` where there are files and no database yet: none is made beside them. */
export async function refuseFilesAlone(config: Config, files: FilePort): Promise<void> {
  const { databaseUrl, dataDir } = config;
  if ((await firstFile(files)) === null || (await hasDatabase({ url: databaseUrl, dataDir }))) return;
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
 * taken when the database knows one of its files. Throws `DataFolderRefused` where the two do not belong together.
 */
export async function claimFolder({ config, database, files }: Parts): Promise<void> {
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
export async function strangeFolder({ config, database, files }: Parts): Promise<string | null> {
  const [own] = await database.orm().select().from(installation);
  if (own !== undefined && (await files.readInstallationId()) === own.id) return null;
  return `The files in ${folderOf(config)} are not those of the database any more: set DATA_DIR and DATABASE_URL to what belongs together, and look whether the disk is there.`;
}

async function refusalOf(
  { config, database, files }: Parts,
  own: Installation,
  written: string | null,
): Promise<string | null> {
  const isNew = own.claimedAt === null;
  const found = await knowledgeOf(database, files);
  if (found === 'some known' && (written === null || isNew)) return null;
  const isEmpty = found === 'no files' && !(await hasAttachments(database));
  // One process at a time and in the same folder: nobody else can have the files.
  if (isEmpty && (isNew || database.kind === 'pglite')) return null;
  const folder = folderOf(config);
  const reason =
    found === 'no files' && written === null
      ? `${folder} is empty, and the database belongs to files in another folder: put them there, or set DATA_DIR to the folder that all processes of this database share.`
      : `The files in ${folder} belong to another database: set DATA_DIR and DATABASE_URL to what belongs together, or restore both from one backup.`;
  return `${reason} If it has to be as it is, write ${own.id} into ${join(folder, 'installation-id')}.`;
}

/** Keys are random: a single one that the database knows shows that files and database belong together. */
async function knowledgeOf(
  database: Database,
  files: FilePort,
): Promise<'no files' | 'none known' | 'some known'> {
  let found: 'no files' | 'none known' = 'no files';
  let batch: string[] = [];
  const isKnown = async () => (await keysWithRow(database, batch)).size > 0;
  for await (const { key } of files.list()) {
    if (key.endsWith(HALF_WRITTEN)) continue;
    found = 'none known';
    batch.push(key);
    if (batch.length < BATCH) continue;
    if (await isKnown()) return 'some known';
    batch = [];
  }
  return batch.length > 0 && (await isKnown()) ? 'some known' : found;
}

async function firstFile(files: FilePort): Promise<string | null> {
  for await (const { key } of files.list()) if (!key.endsWith(HALF_WRITTEN)) return key;
  return null;
}

const folderOf = ({ dataDir }: Config) => join(dataDir, 'files');
