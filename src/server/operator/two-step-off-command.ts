import type { Config } from '#server/config.ts';
import { onlyWord, parseCommand } from '#server/operator/words/parse-command.ts';
import type { Say } from './say.ts';
import { withContext } from './with-context.ts';

const USAGE = `two-step-off EMAIL
    For an owner who has lost phone, passkeys and recovery codes: the password alone is enough to log in afterwards. Make sure
    that it is the owner who asks. Ends the sessions, and tells the person by mail.`;

/** `two-step-off`: switches two-step sign-in off for a person whom nobody else can help. */
export const twoStepOffCommand = { usage: USAGE, run };

async function run(config: Config, words: readonly string[], say: Say): Promise<boolean> {
  const email = onlyWord(USAGE, parseCommand(USAGE, words, {}).positionals).toLowerCase();
  return await withContext(config, say, async (context) => {
    const { turnTwoStepOffFor } = await import('#server/features/accounts/two-step/two-step.ts');
    const isOff = await turnTwoStepOffFor(context, email);
    say(
      isOff
        ? `Two-step sign-in of ${email} is off, and the account is signed out everywhere.`
        : `Nobody with the address ${email} has two-step sign-in on.`,
    );
    return isOff;
  });
}
