import { DrizzleQueryError } from 'drizzle-orm/errors';

/**
 * What can go wrong below the queries, as few named errors. Drizzle wraps the driver's errors and puts the query's
 * parameters (addresses, hashes) into the message, so nothing of it but code and constraint is kept here.
 */

/** A row with this value is there already. The HTTP layer answers 409. */
export class UniqueViolation extends Error {
  override readonly name = 'UniqueViolation';
  /** The name of the constraint or unique index. */
  readonly constraint: string;
  constructor(constraint: string) {
    super(`Already there: ${constraint}`);
    this.constraint = constraint;
  }
}

/** There is no room for the write; nothing of it was kept. The HTTP layer answers 507. */
export class DiskFull extends Error {
  override readonly name = 'DiskFull';
  constructor() {
    super('The disk is full');
  }
}

/** The database cannot be reached just now. The HTTP layer answers 503. */
export class DatabaseAway extends Error {
  override readonly name = 'DatabaseAway';
  /** Whether it is there, and has no connection free. */
  readonly isFull: boolean;
  constructor(reason: string, isFull = false) {
    super(`The database is away: ${reason}`);
    this.isFull = isFull;
  }
}

/** Any other failure of a query: a fault of the program. */
export class QueryFailed extends Error {
  override readonly name = 'QueryFailed';
  /** PostgreSQL's five-letter code. */
  readonly code: string;
  constructor(code: string, reason: string, query: string) {
    super(`${reason} (${code})${query && `, in: ${query}`}`);
    this.code = code;
  }
}

/** Why the program cannot start on this data folder: one sentence for the person who started it. */
export class DataFolderRefused extends Error {
  override readonly name = 'DataFolderRefused';
}

const UNIQUE_VIOLATION = '23505';
// No room for a write; and a write while the embedded engine refuses them for want of room (see `backend.ts`).
const DISK_FULL = new Set(['53100', '25006', 'ENOSPC']);
const TOO_MANY_CONNECTIONS = '53300';
// Shut down by an administrator, after a crash, still starting; the node.js socket errors.
const AWAY_CODES = new Set([
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
// The driver's own errors have no code.
const AWAY_MESSAGES =
  /^(connection terminated|timeout e|client has encountered a connection error|client was closed|cannot use a pool after calling end)/i;

/** Turns the driver's or Drizzle's error into one of the above; whatever is not the database's comes back as it is. */
export function namedError(error: unknown): unknown {
  const driver = driverError(error);
  if (driver === null) return error instanceof DrizzleQueryError ? (error.cause ?? error) : error;
  const code = 'code' in driver && typeof driver.code === 'string' ? driver.code : '';
  if (code === UNIQUE_VIOLATION) return new UniqueViolation(textOf(driver, 'constraint'));
  if (DISK_FULL.has(code)) return new DiskFull();
  if (code === TOO_MANY_CONNECTIONS) return new DatabaseAway('all of its connections are taken', true);
  if (AWAY_CODES.has(code) || code.startsWith('08') || AWAY_MESSAGES.test(driver.message))
    return new DatabaseAway(code || driver.message);
  // A constraint's or cast's message quotes no values, its detail does.
  if ('severity' in driver)
    return new QueryFailed(code, driver.message, error instanceof Error ? textOf(error, 'query') : '');
  return error;
}

// The innermost error that has a code, or that the driver itself has thrown.
function driverError(error: unknown): Error | null {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    if ('severity' in at || AWAY_MESSAGES.test(at.message)) return at;
    if ('code' in at && typeof at.code === 'string' && (AWAY_CODES.has(at.code) || at.code === 'ENOSPC'))
      return at;
  }
  return null;
}

function textOf(error: Error, key: string): string {
  const value: unknown = Reflect.get(error, key);
  return typeof value === 'string' ? value : '';
}
