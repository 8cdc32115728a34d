import type { Config } from '#server/config.ts';
import { backupCommand } from '#server/operator/backup/backup-command.ts';
import { copyFilesCommand } from '#server/operator/backup/copy-files-command.ts';
import { restoreCommand } from '#server/operator/backup/restore-command.ts';
import { restoredCommand } from '#server/operator/backup/restored-command.ts';
import { verifyCommand } from '#server/operator/backup/verify-command.ts';
import { nearestOf } from '#server/operator/words/nearest-word.ts';
import { eraseCommand } from './erase-command.ts';
import { exportCommand } from './export-command.ts';
import { failedCommand } from './failed-command.ts';
import { keysCommand } from './keys-command.ts';
import { mailCommand } from './mail-command.ts';
import { marksCommand } from './marks-command.ts';
import { OperatorError } from './operator-error.ts';
import { quotaCommand } from './quota-command.ts';
import { refuseOthers } from './refuse-others.ts';
import { resendCommand } from './resend-command.ts';
import type { Say } from './say.ts';
import { schoolCommand } from './school-command.ts';
import { schoolsCommand } from './schools-command.ts';
import { liftCommand, suspendCommand } from './suspend-command.ts';
import { twoStepOffCommand } from './two-step-off-command.ts';

/**
 * The operator's commands beside the running program. A command loads its code only once its words and variables are
 * valid: the program takes seconds to load.
 */

interface Command {
  readonly usage: string;
  /** Resolves to whether all is well; if not, it has said what to fix. */
  readonly run: (config: Config, words: readonly string[], say: Say) => Promise<boolean>;
}

const COMMANDS: Readonly<Record<string, Command>> = {
  schools: schoolsCommand,
  school: schoolCommand,
  suspend: suspendCommand,
  lift: liftCommand,
  quota: quotaCommand,
  resend: resendCommand,
  mail: mailCommand,
  marks: marksCommand,
  failed: failedCommand,
  export: exportCommand,
  erase: eraseCommand,
  'two-step-off': twoStepOffCommand,
  keys: keysCommand,
  backup: backupCommand,
  restore: restoreCommand,
  restored: restoredCommand,
  verify: verifyCommand,
  'copy-files': copyFilesCommand,
};

/** Runs a command with the program's variables. Resolves to the process's exit code; `complain` gets the reason of a failure. */
export async function runCommand(
  environment: Readonly<Record<string, string | undefined>>,
  words: readonly string[],
  { say, complain }: { readonly say: Say; readonly complain: Say },
): Promise<number> {
  const { name, given, wantsHelp } = asked(words);
  if (name === undefined) {
    for (const { usage } of Object.values(COMMANDS)) say(usage);
    return 0;
  }
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  try {
    if (command === undefined) throw new OperatorError(noCommand(name));
    if (wantsHelp) {
      say(command.usage);
      return 0;
    }
    const { readConfig } = await import('#server/config.ts');
    const config = readConfig(environment);
    refuseOthers(config.dataDir);
    return (await command.run(config, given, say)) ? 0 : 1;
  } catch (error) {
    if (error instanceof OperatorError) complain(error.message);
    else complain((await import('./why-failed.ts')).whyFailed(error));
    return 1;
  }
}

const HELP = ['--help', '-h'];

/** The command's name and arguments, and whether help is wanted. Without a name: the list of commands. */
function asked(words: readonly string[]) {
  const [first, ...others] = words.filter((word) => !HELP.includes(word));
  const isHelp = first === 'help';
  const [name, ...given] = isHelp ? others : [first, ...others].filter((word) => word !== undefined);
  return { name, given, wantsHelp: isHelp || words.some((word) => HELP.includes(word)) };
}

function noCommand(name: string): string {
  const nearest = nearestOf(name, Object.keys(COMMANDS));
  const meant = nearest === null ? '' : ` did you mean ‘${nearest}’?`;
  return `There is no command ‘${name}’:${meant} ‘npm run operator’ shows what there is.`;
}
