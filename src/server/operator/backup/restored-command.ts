import type { Config } from '#server/config.ts';
import type { Say } from '#server/operator/say.ts';
import { withContext } from '#server/operator/with-context.ts';
import { noWords, parseCommand } from '#server/operator/words/parse-command.ts';

const USAGE = `restored
    After a database was restored by hand: holds what was planned since the backup or begins within the hour, and lets
    go again who has left since. Run it before the program starts.`;

/** `restored`: the further steps of ‘restore’, for a database that was restored by hand. */
export const restoredCommand = { usage: USAGE, run };

async function run(config: Config, words: readonly string[], say: Say): Promise<boolean> {
  noWords(USAGE, parseCommand(USAGE, words, {}).positionals);
  return await withContext(config, say, async (context) => {
    const { LOST_SINCE, settleRestored } = await import('#server/restored/settle-restored.ts');
    const done = await settleRestored(context);
    for (const line of done) say(line);
    if (done.length === 0)
      say('Nothing was planned for since the backup or for the next hour, and nobody has left.');
    say(LOST_SINCE);
    return true;
  });
}
