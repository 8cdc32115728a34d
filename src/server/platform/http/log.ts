import { randomUUID } from 'node:crypto';
import { type FastifyInstance, type FastifyServerOptions, LogController } from 'fastify';
import { loggedError } from '#server/platform/logged-error.ts';
import { accountOf } from './uncaught.ts';

/** Receives log lines instead of standard output, for tests. */
export interface LogSink {
  write(line: string): void;
}

const REDACTED = '[redacted]';
// Query parameters whose values are not personal.
const PLAIN_QUERY = new Set([
  'page',
  'per_page',
  'total_pages',
  'filter',
  'order',
  'direction',
  'login',
  'register',
  'year',
]);
// Paths that end in a token.
const TOKEN_PATHS =
  /(\/(?:passwords\/change|(?:users|schools)\/confirm_email|invitations|home|unsubscribe|approve|exports)\/)[^/?#]+/gi;
// The part of a staff address that lets its holder see the file.
const PROOFS = /(\/files\/)[^/?#]+(?=\/)/gi;
const ADDRESSES = /[^/]*(?:@|%40)[^/]*/gi;
// Anything longer than a UUID may be a secret.
const LONG_WORDS = /[A-Za-z0-9_~%+=-]{37,}/g;

/** Redacts a URL for the log: no tokens, e-mail addresses or search words. */
function loggedUrl(url: string): string {
  const [path = '', ...query] = url.slice(0, 2000).split('?');
  const redacted = path
    .replace(TOKEN_PATHS, `$1${REDACTED}`)
    .replace(PROOFS, `$1${REDACTED}`)
    .replace(ADDRESSES, REDACTED)
    .replace(LONG_WORDS, REDACTED);
  const keys = query
    .join('?')
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => redactedPair(pair));
  return keys.length === 0 ? redacted : `${redacted}?${keys.join('&')}`;
}

function redactedPair(pair: string): string {
  const [key = '', ...value] = pair.split('=');
  const name = key.replace(LONG_WORDS, REDACTED);
  return PLAIN_QUERY.has(key) ? `${name}=${value.join('=').slice(0, 20)}` : `${name}=${REDACTED}`;
}

/** The logger's options: JSON lines with a request id, without headers and bodies. */
export function logOptions(
  production: boolean,
  sink?: LogSink,
): Pick<FastifyServerOptions, 'logger' | 'genReqId' | 'logController'> {
  return {
    // In development only warnings and errors.
    logger: {
      level: production || sink ? 'info' : 'warn',
      base: null,
      serializers: { err: (error: unknown) => loggedError(error) },
      ...(sink && { stream: sink }),
    },
    genReqId: () => randomUUID(),
    // `logRequests` writes one line per call instead of two, with a redacted URL.
    logController: new LogController({ disableRequestLogging: true }),
  };
}

/** Logs every answered call, and sends the request id as a header. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        url: loggedUrl(request.url),
        status: reply.statusCode,
        // Left out of the line if undefined.
        account: accountOf(request),
        ms: Math.round(reply.elapsedTime),
      },
      'answered',
    );
  });
}
