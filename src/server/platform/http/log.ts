import { randomUUID } from 'node:crypto';
import { type FastifyInstance, type FastifyServerOptions, LogController } from 'fastify';

/** Where log lines go instead of the standard output: tests read them. */
export interface LogSink {
  write(line: string): void;
}

const HIDDEN = '[redacted]';
// Query values that say nothing about anybody.
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
// What follows these in a path is a token.
const TOKEN_PATHS =
  /(\/(?:passwords\/change|(?:users|schools)\/confirm_email|invitations|home|unsubscribe|exports)\/)[^/?#]+/gi;
// Longer than an id: whatever it is, it may be a secret.
const LONG_WORDS = /[A-Za-z0-9_~%+=-]{37,}/g;

/** An address as it may stand in the log: without tokens, e-mail addresses or search words. */
export function loggedUrl(url: string): string {
  const [path = '', ...query] = url.slice(0, 2000).split('?');
  const shown = path.replace(TOKEN_PATHS, `$1${HIDDEN}`).replace(LONG_WORDS, HIDDEN);
  const keys = query
    .join('?')
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => shownPair(pair));
  return keys.length === 0 ? shown : `${shown}?${keys.join('&')}`;
}

function shownPair(pair: string): string {
  const [key = '', ...value] = pair.split('=');
  const name = key.replace(LONG_WORDS, HIDDEN);
  return PLAIN_QUERY.has(key) ? `${name}=${value.join('=').slice(0, 20)}` : `${name}=${HIDDEN}`;
}

/** The server's logger: JSON lines with a request id, no headers and no bodies. */
export function logOptions(
  production: boolean,
  sink?: LogSink,
): Pick<FastifyServerOptions, 'logger' | 'genReqId' | 'logController'> {
  return {
    // On a developer's terminal only what went wrong.
    logger: { level: production || sink ? 'info' : 'warn', base: null, ...(sink && { stream: sink }) },
    genReqId: () => randomUUID(),
    // `logRequests` writes one line a call instead of two, with the address made safe.
    logController: new LogController({ disableRequestLogging: true }),
  };
}

/** Writes a line for every answered call, and tells the caller its request id. */
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
        ms: Math.round(reply.elapsedTime),
      },
      'answered',
    );
  });
}
