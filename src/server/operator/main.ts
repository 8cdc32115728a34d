import { type Config, ConfigError, readConfig } from '#server/config.ts';
import { DatabaseUnavailable, DataFolderRefused, DiskFull, namedError } from '#server/platform/db/errors.ts';
import { FileStoreUnavailable } from '#server/platform/files/store-unavailable.ts';
import { copyFilesCommand } from './copy-files-command.ts';
import { OperatorError } from './operator-error.ts';
import { verifyCommand } from './verify-command.ts';

/** `npm run operator -- <command>`: what an operator does beside the running program. Prints, and exits with 1 if it failed. */

interface Command {
  readonly usage: string;
  readonly run: (config: Config, words: readonly string[]) => Promise<void>;
}

const COMMANDS: Readonly<Record<string, Command>> = { 'copy-files': copyFilesCommand, verify: verifyCommand };

async function main([name = '', ...words]: readonly string[]): Promise<void> {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command === undefined) {
    process.stdout.write(
      `${Object.values(COMMANDS)
        .map(({ usage }) => usage)
        .join('\n')}\n`,
    );
    process.exitCode = name === '' || name === 'help' ? 0 : 1;
    return;
  }
  await command.run(readConfig(process.env), words);
}

/** A sentence for what can be put right; any other error with its stack trace. */
function reasonOf(thrown: unknown): string {
  const error = namedError(thrown);
  if (error instanceof DiskFull)
    return 'The disk is full. What was copied stays: make room, then run it again.';
  const isSentence = [
    ConfigError,
    DataFolderRefused,
    FileStoreUnavailable,
    DatabaseUnavailable,
    OperatorError,
  ].some((kind) => error instanceof kind);
  if (error instanceof Error) return isSentence ? error.message : (error.stack ?? error.message);
  return String(error);
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${reasonOf(error)}\n`);
  process.exitCode = 1;
});
