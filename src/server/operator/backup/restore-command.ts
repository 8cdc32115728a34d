import type { Config } from '#server/config.ts';
import { openDataFolder } from '#server/data-folder.ts';
import type { Say } from '#server/operator/commands.ts';
import { givenWords, needed, noWords } from '#server/operator/given-words.ts';
import { counted } from '#server/operator/table.ts';
import { verifyCommand } from '#server/operator/verify-command.ts';
import { withDatabase } from '#server/operator/with-database.ts';
import { filesOf } from './backup-command.ts';
import { bucketIn, placeAt } from './backup-place.ts';
import { refuseFullFolder } from './full-folder.ts';

const USAGE = `restore --from FOLDER | s3://BUCKET/BELOW [--aside]
    Brings a backup into an empty database and an empty place for files, then verifies that all is whole. FOLDER is the
    one with backup.json. --aside renames what is in DATA_DIR first. Encrypted ones need BACKUP_PASSPHRASE.`;

/** `restore`: the way back from `backup`. */
export const restoreCommand = { usage: USAGE, run };

async function run(config: Config, words: readonly string[], say: Say): Promise<boolean> {
  const { values, positionals } = givenWords(USAGE, words, {
    from: { type: 'string' },
    aside: { type: 'boolean', default: false },
  });
  noWords(USAGE, positionals);
  const from = needed(USAGE, '--from', values.from);
  bucketIn(from, config);
  openDataFolder(config.dataDir);
  if (!values.aside) refuseFullFolder(config);
  const { restoreBackup } = await import('./restore-backup.ts');
  const place = await placeAt(from, config);
  const files = await filesOf(config);
  try {
    const { madeAt, uploads } = await restoreBackup(config, files, place, {
      passphrase: config.backupPassphrase,
      movesAside: values.aside,
      now: new Date(),
    });
    say(`The database and ${counted(uploads, 'uploaded file')} are as they were on ${madeAt}.`);
  } finally {
    place.close();
    files.close();
  }
  const { pauseRestored } = await import('#server/features/deliveries/pause-sending.ts');
  const held = await withDatabase(config, pauseRestored);
  if (held > 0)
    say(`${held} sendings that were under way then are paused: schools go on with them, or end them.`);
  return await verifyCommand.run(config, [], say);
}
