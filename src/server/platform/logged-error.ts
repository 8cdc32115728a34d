import { namedError } from '#server/platform/db/errors.ts';

/**
 * Errors for the log: without values of statements, of rows and of mails, which libraries add as properties and, like
 * Drizzle, to the message.
 */

// Other properties hold parameters (`params`), rows (`detail`) or addresses (`rejected`, `response`).
const KEPT = ['code', 'constraint', 'severity', 'status', 'statusCode', 'syscall', 'errno'];
const DEPTH = 6;
const PARAMS = '\nparams:';
// Mail servers quote the recipient. The path of a package (node_modules/@scope) is not an address.
const ADDRESS = /[^\s<>()[\]"'`,;:/=]+@[^\s<>()[\]"'`,;:/=]+\.[^\s<>()[\]"'`,;:/=]+/g;

interface LoggedError {
  readonly type: string;
  readonly message: string;
  readonly stack: string;
  readonly [key: string]: unknown;
}

/** The logger's serializer for errors. Causes and gathered errors are kept, as errors of the same shape. */
export function loggedError(thrown: unknown, depth = 0): LoggedError {
  const error = namedError(thrown);
  if (!(error instanceof Error))
    return { type: typeof error, message: withoutValues(String(error)), stack: '' };
  const message = withoutValues(error.message);
  const known = KEPT.flatMap((key) => {
    const value: unknown = Reflect.get(error, key);
    return typeof value === 'string' || typeof value === 'number' ? [[key, value]] : [];
  });
  const goesOn = depth < DEPTH;
  return {
    ...Object.fromEntries(known),
    type: error.constructor.name,
    message,
    stack: withoutValues((error.stack ?? '').replace(error.message, () => message)),
    ...(goesOn && error.cause !== undefined && { cause: loggedError(error.cause, depth + 1) }),
    ...(goesOn &&
      error instanceof AggregateError && {
        errors: error.errors.slice(0, DEPTH).map((each: unknown) => loggedError(each, depth + 1)),
      }),
  };
}

// Values may contain anything, including line breaks, so everything from there on is removed.
function withoutValues(text: string): string {
  const [before = ''] = text.split(PARAMS);
  return before.replace(ADDRESS, '[address]');
}
