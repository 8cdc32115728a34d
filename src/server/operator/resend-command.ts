import type { Config } from '#server/config.ts';
import { onlyWord, parseCommand, UsageError } from '#server/operator/words/parse-command.ts';
import { isId } from './is-id.ts';
import type { Say } from './say.ts';
import { withContext } from './with-context.ts';

const USAGE = `resend SENDING [--failed]
    Sends an ended sending again to those whom it has not reached: who was refused for the mail's or the sender's sake,
    not taken for days, or left out as it was stopped (not those with --failed). Nobody gets it twice. SENDING is an
    id that ‘school’ shows.`;

/** `resend`: sends again after a mail server was misconfigured, or a sending was stopped by mistake. */
export const resendCommand = { usage: USAGE, run };

async function run(config: Config, words: readonly string[], say: Say): Promise<boolean> {
  const { values, positionals } = parseCommand(USAGE, words, { failed: { type: 'boolean', default: false } });
  const id = onlyWord(USAGE, positionals);
  if (!isId(id))
    throw new UsageError(USAGE, 'SENDING is an id that ‘npm run operator -- school SCHOOL’ shows.');
  const count = await withContext(config, say, async (context) => {
    const { sendAgain } = await import('#server/features/deliveries/send-again.ts');
    const { mailSourceOf } = await import('#server/features/newsletters/publishing/mail-source.ts');
    return await sendAgain(context, mailSourceOf, id, { failedOnly: values.failed });
  });
  say(
    count === 0
      ? 'There is nobody whom it has not reached and could.'
      : `It goes to ${count} more by the running program, as it is published now.`,
  );
  return true;
}
