import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** What becomes of an error that nobody has caught: it is logged, and at most one caller is answered with it. */

interface Call {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** The call that the current code runs for. */
const calls = new AsyncLocalStorage<Call>();

/** Lets everything that happens for a call know which one it is. */
export function trackCalls(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => calls.run({ request, reply }, done));
  // Reading a body goes on in the context of its connection.
  app.addHook('preValidation', (request, reply, done) => calls.run({ request, reply }, done));
}

/**
 * Keeps an error that nobody has caught from ending the process for everybody: what is in memory are caches, and what
 * was half done in the database is rolled back. Returns the stop.
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

// A rejected promise may be one that its call has no need of. After an exception nobody will come back to answer.
function endCall({ reply }: Call, error: Error): void {
  if (!reply.sent) reply.send(error);
  else if (!reply.raw.writableEnded) reply.raw.destroy();
}

function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}
