import { DrizzleQueryError } from 'drizzle-orm/errors';
import { FileStoreUnavailable } from '#server/platform/files/store-unavailable.ts';

/**
 * The database's errors, as a few named classes. Drizzle's own errors contain the query's parameters (addresses, hashes),
 * so only the code and the constraint are kept.
 */

/** A row with this value already exists. Answered with 409. */
export class UniqueViolation extends Error {
  override readonly name = 'UniqueViolation';
  /** The name of the constraint or unique index. */
  readonly constraint: string;
  constructor(constraint: string) {
    super(`Already there: ${constraint}`);
    this.constraint = constraint;
  }
}

/** The disk has no space for the write; nothing was stored. Answered with 507. */
export class DiskFull extends Error {
  override readonly name = 'DiskFull';
  constructor() {
    super('The disk is full');
  }
}

/** A statement exceeded its time limit. Answered with 503. */
export class TookTooLong extends Error {
  override readonly name = 'TookTooLong';
  constructor() {
    super('The statement took too long');
  }
}

/** The database cannot be reached. Answered with 503. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';
  /** Whether the server is running, but has no free connection. */
  readonly hasNoFreeConnection: boolean;
  constructor(reason: string, hasNoFreeConnection = false) {
    super(`The database is away: ${reason}`);
    this.hasNoFreeConnection = hasNoFreeConnection;
  }
}

/** Any other failed query: a bug in the program. */
class QueryFailed extends Error {
  override readonly name = 'QueryFailed';
  /** PostgreSQL's five-character error code. */
  readonly code: string;
  constructor(code: string, reason: string, query: string) {
    super(`${reason} (${code})${query && `, in: ${query}`}`);
    this.code = code;
  }
}

/** The program cannot start on this data folder. The message is one sentence for the operator. */
export class DataFolderRefused extends Error {
  override readonly name = 'DataFolderRefused';
}

/** Why the disk cannot be read or written, as a sentence whose advice does no harm; null for other errors. */
export function accessTrouble(reason: string, path: string): string | null {
  if (reason.includes('EROFS') || READ_ONLY_DISK.test(reason))
    return `The disk of ${path} can only be read just now: look at the disk, and start again once it can be written to. Nothing that was saved is lost.`;
  if (/EACCES|EPERM|permission denied|operation not permitted/i.test(reason))
    return `${path} or something in it belongs to another user: give all of it to the one that runs the program (chown -R), then start again. Nothing is lost.`;
  return null;
}

/** Another process is using the data folder. */
export class DataFolderInUse extends DataFolderRefused {}

const UNIQUE_VIOLATION = '23505';
// No disk space, or a write while the embedded engine is read-only for lack of space (see `backend.ts`).
const DISK_FULL = new Set(['53100', '25006', 'ENOSPC']);
// The engine's message for a disk that has become read-only after a fault.
const READ_ONLY_DISK = /read-only file system/i;
const CANCELLED = '57014';
const TOO_MANY_CONNECTIONS = '53300';
// Shut down, crashed or starting; and the socket errors of Node.js.
const UNAVAILABLE_CODES = new Set([
  '57P01',
  '57P02',
  '57P03',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);
// Codes of a socket in the file system that vanished with its server, or belongs to another user.
const SOCKET_CODES = new Set(['ENOENT', 'EACCES', 'ENOTSOCK']);
// Errors of the driver itself have no code.
const UNAVAILABLE_MESSAGES =
  /^(connection terminated|timeout e|client has encountered a connection error|client was closed|cannot use a pool after calling end)/i;

/** Converts an error of the driver or of Drizzle into one of the above. Returns other errors unchanged. */
export function namedError(error: unknown): unknown {
  const driver = driverError(error);
  if (driver === null) return error instanceof DrizzleQueryError ? (error.cause ?? error) : error;
  const code = 'code' in driver && typeof driver.code === 'string' ? driver.code : '';
  if (code === UNIQUE_VIOLATION) return new UniqueViolation(textOf(driver, 'constraint'));
  if (DISK_FULL.has(code) || READ_ONLY_DISK.test(driver.message)) return new DiskFull();
  if (code === CANCELLED) return new TookTooLong();
  if (code === TOO_MANY_CONNECTIONS) return new DatabaseUnavailable('all of its connections are taken', true);
  if (isSocketAway(driver)) return new DatabaseUnavailable(driver.message);
  if (UNAVAILABLE_CODES.has(code) || code.startsWith('08') || UNAVAILABLE_MESSAGES.test(driver.message))
    return new DatabaseUnavailable(reasonOf(driver, code));
  // The message quotes no values, unlike the detail.
  if ('severity' in driver)
    return new QueryFailed(code, driver.message, error instanceof Error ? textOf(error, 'query') : '');
  return error;
}

// The first error in the chain of causes that comes from the driver or has a known code.
function driverError(error: unknown): Error | null {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    // Sockets of other services break too.
    if (at instanceof FileStoreUnavailable) return null;
    if ('severity' in at || UNAVAILABLE_MESSAGES.test(at.message) || isSocketAway(at)) return at;
    if (
      'code' in at &&
      typeof at.code === 'string' &&
      (UNAVAILABLE_CODES.has(at.code) || at.code === 'ENOSPC')
    )
      return at;
  }
  return null;
}

// PostgreSQL's sentences, and a pooler's, say what to do. Socket errors name addresses, and their codes are enough.
function reasonOf(driver: Error, code: string): string {
  return 'severity' in driver ? driver.message : code || driver.message;
}

function isSocketAway(error: Error): boolean {
  return textOf(error, 'syscall') === 'connect' && SOCKET_CODES.has(textOf(error, 'code'));
}

function textOf(error: Error, key: string): string {
  const value: unknown = Reflect.get(error, key);
  return typeof value === 'string' ? value : '';
}
