import { join } from 'node:path';
import type { Config } from '#server/config.ts';
import { requireDatabase } from '#server/operator/require-database.ts';
import type { Say } from '#server/operator/say.ts';
import { counted, megabytes } from '#server/operator/table.ts';
import { needed, noWords, parseCommand } from '#server/operator/words/parse-command.ts';
import type { FileObjects } from '#server/platform/files/file-objects.ts';
import { keySourceOf } from '#server/platform/keys/key-source.ts';
import { noteBackup } from '#server/platform/last-backup.ts';
import { bucketIn, placeAt } from './backup-place.ts';
import { passphraseIn } from './sealing.ts';

const USAGE = `backup --to FOLDER | s3://BUCKET/BELOW [--encrypt]
    Database and files as they belong together, in a new folder there. On PostgreSQL while the program runs; with the
    embedded database, stop it first. --encrypt needs BACKUP_PASSPHRASE. A bucket is in the store of the S3_ variables.`;

/** `backup`: takes the database and the files in one consistent copy. */
export const backupCommand = { usage: USAGE, run };

async function run(config: Config, words: readonly string[], say: Say): Promise<boolean> {
  const { values, positionals } = parseCommand(USAGE, words, {
    to: { type: 'string' },
    encrypt: { type: 'boolean', default: false },
  });
  noWords(USAGE, positionals);
  const folder = needed(USAGE, '--to', values.to).replace(/\/$/, '');
  const passphrase = values.encrypt ? passphraseIn(config.backupPassphrase) : null;
  bucketIn(folder, config);
  await requireDatabase(config);
  const { takeBackup } = await import('./take-backup.ts');
  const now = new Date();
  const to = `${folder}/inkwell-${now.toISOString().slice(0, 19).replaceAll(':', '-')}`;
  const place = await placeAt(to, config);
  const files = await backupFiles(config);
  try {
    const taken = await takeBackup(config, files, place, { passphrase, now });
    await noteBackup(config.dataDir, now);
    say(
      `The database and ${counted(taken.uploads, 'uploaded file')} are in ${to}${values.encrypt ? ', encrypted' : ''}: ${megabytes(taken.bytes)} in all, with ${counted(taken.files - taken.uploads, 'file')} that the program keeps beside them (pictures in other sizes, what was deleted lately).`,
    );
    if (!taken.hasKeys)
      say(
        `The keys of what is encrypted in the database (${keySourceOf(config).name}) are not in it: keep a copy of them elsewhere.`,
      );
    if (taken.deleted.length > 0)
      say(
        `${taken.deleted.length} files were deleted meanwhile, and are not in it: ${taken.deleted.slice(0, 5).join(', ')}`,
      );
    return true;
  } finally {
    place.close();
    files.close();
  }
}

/** All files of the program, in DATA_DIR or in the bucket. */
export async function backupFiles({ s3, dataDir }: Config): Promise<FileObjects> {
  if (s3 === undefined) {
    const { DiskObjects } = await import('#server/platform/files/disk-objects.ts');
    return new DiskObjects(join(dataDir, 'files'));
  }
  const { S3Objects } = await import('#server/platform/files/s3/s3-objects.ts');
  return new S3Objects(s3);
}
