import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Handles uncaught errors: they are logged, and at most one call fails. */

interface Call {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** The call that the current code belongs to. */
const calls = new AsyncLocalStorage<Call>();

const accounts = new WeakMap<FastifyRequest, string>();

/** Notes the account of the current call for its line in the log: the person who calls, signs in, or tries to. */
export function noteAccount(personId: string): void {
  const call = calls.getStore();
  if (call !== undefined) accounts.set(call.request, personId);
}

/** The account of a call; undefined if there is none. */
export function accountOf(request: FastifyRequest): string | undefined {
  return accounts.get(request);
}

/** Tracks the current call across asynchronous code. */
export function trackCalls(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => calls.run({ request, reply }, done));
  // Reading the body loses the context, because it runs in that of the connection.
  app.addHook('preValidation', (request, reply, done) => calls.run({ request, reply }, done));
}

/**
 * Keeps uncaught errors from ending the process. This is safe because memory holds only caches, and open transactions are
 * rolled back. Returns a function that removes the handlers.
 */
export function handleUncaughtErrors(app: FastifyInstance): () => void {
  const onRejection = (error: unknown) => logOf(app).error({ err: asError(error) }, 'unhandled rejection');
  const onException = (error: unknown) => {
    const call = calls.getStore();
    logOf(app).fatal({ err: asError(error) }, 'uncaught exception');
    if (call !== undefined) endCall(call, asError(error));
  };
  process.on('unhandledRejection', onRejection);
  process.on('uncaughtException', onException);
  return () => {
    process.off('unhandledRejection', onRejection);
    process.off('uncaughtException', onException);
  };
}

const logOf = (app: FastifyInstance) => calls.getStore()?.request.log ?? app.log;

// Called only for exceptions, after which nothing would answer the call. After an unhandled rejection it may still
// succeed.
function endCall({ reply }: Call, error: Error): void {
  if (!reply.sent) reply.send(error);
  else if (!reply.raw.writableEnded) reply.raw.destroy();
}

function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}
