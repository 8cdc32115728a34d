import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isMultipart } from './multipart.ts';

/** The time limit for receiving headers and body. For uploads, the longest pause between bytes. */
export const BODY_TIMEOUT_MS = 30_000;

/** Closes connections whose body does not arrive in time. The server's `headersTimeout` does this for headers. */
export function limitBodyTimeout(app: FastifyInstance, timeoutMs: number = BODY_TIMEOUT_MS): void {
  app.addHook('onRequest', async (request) => {
    if (hasBody(request)) watchBody(request.raw, isMultipart(request), timeoutMs);
  });
  app.addHook('onResponse', async (request) => {
    if (request.raw.readableEnded) return;
    // The answer was sent before the body was read. Discards the rest, so that the caller can read the answer.
    const { raw } = request;
    raw.unpipe();
    raw.resume();
    watchBody(raw, false, timeoutMs);
  });
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function watchBody(raw: IncomingMessage, isUpload: boolean, timeoutMs: number): void {
  let received = 0;
  const deadline = setTimeout(() => {
    const now = raw.socket.bytesRead;
    if (!isUpload || now === received) return raw.destroy();
    received = now;
    deadline.refresh();
  }, timeoutMs);
  deadline.unref();
  raw.once('close', () => clearTimeout(deadline));
  raw.once('end', () => clearTimeout(deadline));
}
