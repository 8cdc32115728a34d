import { SUSPENSION_REASON_MAX, suspendedMessage } from '#contract/rules/suspension.ts';
import type { Config } from '#server/config.ts';
import { needed, onlyWord, parseCommand } from '#server/operator/words/parse-command.ts';
import { withoutFullStop } from '#server/platform/full-stop.ts';
import { findNamedSchool } from './find-school.ts';
import { OperatorError } from './operator-error.ts';
import type { Say } from './say.ts';
import { withContext } from './with-context.ts';

const SUSPEND_USAGE = `suspend SCHOOL --why 'one sentence' [--pages]
    Its staff can read and download everything, but change, publish and send nothing, and read why. Running and
    planned sendings wait, sign-ups are closed. --pages also hides its public pages. Run again, it changes the reason.`;

/** `suspend`: stops a school that does harm, without deleting anything of it. */
export const suspendCommand = { usage: SUSPEND_USAGE, run: suspend };

async function suspend(config: Config, words: readonly string[], say: Say): Promise<boolean> {
  const { values, positionals } = parseCommand(SUSPEND_USAGE, words, {
    why: { type: 'string' },
    pages: { type: 'boolean', default: false },
  });
  const word = onlyWord(SUSPEND_USAGE, positionals);
  const why = reasonIn(values.why);
  await withContext(config, say, async (context) => {
    const { id, name } = await findNamedSchool(context.database, word);
    const { pauseSending } = await import('#server/features/deliveries/pause-sending.ts');
    const { suspendSchool } = await import('#server/features/suspension/suspension.ts');
    await suspendSchool(context, { pauseSending }, id, { why, hidesPages: values.pages });
    say(`${name} is suspended. Its staff read: “${suspendedMessage(why)}.”`);
    say(
      values.pages
        ? 'Its public pages are hidden within seconds.'
        : 'Its public pages stay, and take no sign-ups.',
    );
  });
  return true;
}

function reasonIn(given: string | undefined): string {
  const why = withoutFullStop(needed(SUSPEND_USAGE, '--why', given).trim());
  if (why.length > SUSPENSION_REASON_MAX || /[\r\n]/.test(why))
    throw new OperatorError(`The reason is one line of ${SUSPENSION_REASON_MAX} characters at most.`);
  return why;
}

const LIFT_USAGE = `lift SCHOOL
    Ends a suspension. Sendings that were paused wait until somebody goes on with them.`;

/** `lift`: ends a suspension. */
export const liftCommand = { usage: LIFT_USAGE, run: lift };

async function lift(config: Config, words: readonly string[], say: Say): Promise<boolean> {
  const word = onlyWord(LIFT_USAGE, parseCommand(LIFT_USAGE, words, {}).positionals);
  await withContext(config, say, async (context) => {
    const { id, name } = await findNamedSchool(context.database, word);
    const { liftSuspension } = await import('#server/features/suspension/suspension.ts');
    const isLifted = await liftSuspension(context, id);
    say(isLifted ? `${name} is no longer suspended.` : `${name} is not suspended.`);
  });
  return true;
}
