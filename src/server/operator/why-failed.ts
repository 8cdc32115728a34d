import { ConfigError } from '#server/config-values.ts';
import { DatabaseUnavailable, DataFolderRefused, DiskFull, namedError } from '#server/platform/db/errors.ts';
import { FileStoreUnavailable } from '#server/platform/files/store-unavailable.ts';
import { Refusal } from '#server/platform/http/errors.ts';
import { OperatorError } from './operator-error.ts';

const SENTENCES = [
  ConfigError,
  DataFolderRefused,
  FileStoreUnavailable,
  DatabaseUnavailable,
  OperatorError,
  Refusal,
];

/** Why a command failed: one sentence for an error that can be fixed; any other error with its stack trace. */
export function whyFailed(thrown: unknown): string {
  const error = namedError(thrown);
  if (error instanceof DiskFull)
    return 'The disk is full. What was copied stays: make room, then run it again.';
  if (!(error instanceof Error)) return String(error);
  if (SENTENCES.some((kind) => error instanceof kind)) return error.message;
  return pathTrouble(error) ?? error.stack ?? error.message;
}

// Errors of the file system, such as a path that is not a folder, or belongs to another user.
function pathTrouble(error: Error): string | null {
  if (!('path' in error && 'errno' in error && typeof error.path === 'string')) return null;
  return `${error.path} cannot be used (${error.message.split(',')[0]}).`;
}
