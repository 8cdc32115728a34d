import { statSync } from 'node:fs';
import { OperatorError } from './operator-error.ts';

/**
 * Throws `OperatorError` if DATA_DIR belongs to a user other than this one, root included: a command would leave files
 * there that the program cannot read later.
 */
export function refuseOthers(dataDir: string): void {
  const owner = statSync(dataDir, { throwIfNoEntry: false })?.uid;
  const own = process.geteuid?.();
  if (owner === undefined || own === undefined || owner === own) return;
  throw new OperatorError(
    `${dataDir} belongs to another user (number ${owner}), who could not read what this one leaves there: run it as that user, as by ‘sudo -u’ or ‘systemd-run -p User=’.`,
  );
}
