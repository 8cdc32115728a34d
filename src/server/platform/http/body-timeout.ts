import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isUpload } from './multipart.ts';

/** How long a caller may take to send: headers and a body in this time, an upload as long as bytes keep coming. */
export const BODY_TIMEOUT_MS = 30_000;

/** Cuts off callers who hold a connection without sending. Headers are watched by the server's `headersTimeout`. */
export function limitBodyTimeout(app: FastifyInstance, timeoutMs: number = BODY_TIMEOUT_MS): void {
  app.addHook('onRequest', async (request) => {
    if (hasBody(request)) watchBody(request.raw, isUpload(request), timeoutMs);
  });
  app.addHook('onResponse', async (request) => {
    if (request.raw.readableEnded) return;
    // Answered before the body was read: what still comes is thrown away, so that the caller gets to the answer.
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
