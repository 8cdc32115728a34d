import type { Config } from '#server/config.ts';
import { openDataFolder } from '#server/data-folder.ts';
import { forgetLost } from '#server/operator/keys-command.ts';
import type { Say } from '#server/operator/say.ts';
import { counted } from '#server/operator/table.ts';
import { withAnyContext } from '#server/operator/with-context.ts';
import { needed, noWords, parseCommand } from '#server/operator/words/parse-command.ts';
import { unmarkUnfinished } from '#server/unfinished-restore.ts';
import { backupFiles } from './backup-command.ts';
import { bucketIn, placeAt } from './backup-place.ts';
import { refuseFullFolder } from './full-folder.ts';
import { verifyCommand } from './verify-command.ts';

const USAGE = `restore --from FOLDER | s3://BUCKET/BELOW [--aside] [--plain] [--without-keys]
    Brings a backup into an empty database and an empty place for files, then verifies that all is whole. FOLDER is the
    one with backup.json. --aside renames what is in DATA_DIR first. Encrypted ones need BACKUP_PASSPHRASE; where that
    is set, others need --plain. A backup without keys needs those of its machine in DATA_DIR/keys; --without-keys goes on,
    and loses authenticator apps, webhooks and the links of sent mails.`;

/** `restore`: brings a backup back. */
export const restoreCommand = { usage: USAGE, run };

async function run(config: Config, words: readonly string[], say: Say): Promise<boolean> {
  const { values, positionals } = parseCommand(USAGE, words, {
    from: { type: 'string' },
    aside: { type: 'boolean', default: false },
    plain: { type: 'boolean', default: false },
    'without-keys': { type: 'boolean', default: false },
  });
  noWords(USAGE, positionals);
  const from = needed(USAGE, '--from', values.from);
  const url = config.databaseDirectUrl ?? config.databaseUrl;
  bucketIn(from, config);
  openDataFolder(config.dataDir);
  if (!values.aside) refuseFullFolder(config);
  const { restoreBackup } = await import('./restore-backup.ts');
  const place = await placeAt(from, config);
  const files = await backupFiles(config);
  try {
    const { madeAt, uploads } = await restoreBackup(config, files, place, {
      passphrase: config.backupPassphrase,
      takesPlain: values.plain,
      takesLostKeys: values['without-keys'],
      movesAside: values.aside,
      now: new Date(),
    });
    say(`The database and ${counted(uploads, 'uploaded file')} are as they were on ${madeAt}.`);
  } finally {
    place.close();
    files.close();
  }
  // The program does not open the database otherwise.
  if (values['without-keys']) await forgetLost(config, say);
  await withAnyContext(config, say, async (context) => {
    const { LOST_SINCE, settleRestored } = await import('#server/restored/settle-restored.ts');
    for (const line of [...(await settleRestored(context)), LOST_SINCE]) say(line);
  });
  if (url !== undefined) await (await import('#server/platform/db/restoring-mark.ts')).unmarkDatabase(url);
  unmarkUnfinished(config.dataDir);
  return await verifyCommand.run(config, [], say);
}
