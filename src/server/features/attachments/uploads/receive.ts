import { Readable, Transform } from 'node:stream';
import { ERROR_MESSAGES } from '#contract/errors.ts';
import { badRequest, tooLarge, tooSlow } from '#server/platform/http/errors.ts';
import { HEAD_BYTES, TextCheck } from './sniff.ts';

/** A file on its way in: what has been read to tell its type, and the stream that still gives all of it. */
export interface Incoming {
  readonly head: Buffer;
  readonly whole: Readable;
}

/** Reads just enough of a stream of bytes to tell its type. */
export async function readHead(source: AsyncIterable<Buffer>): Promise<Incoming> {
  const pieces = source[Symbol.asyncIterator]();
  const read: Buffer[] = [];
  let size = 0;
  while (size < HEAD_BYTES) {
    const piece = await pieces.next();
    if (piece.done) break;
    read.push(piece.value);
    size += piece.value.length;
  }
  const start = Buffer.concat(read);
  return {
    head: start.subarray(0, HEAD_BYTES),
    whole: Readable.from(joined(start, pieces), { objectMode: false }),
  };
}

async function* joined(start: Buffer, pieces: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  try {
    if (start.length > 0) yield start;
    for (let piece = await pieces.next(); !piece.done; piece = await pieces.next()) yield piece.value;
  } finally {
    // Whoever stops reading here lets go of the upload, too.
    await pieces.return?.();
  }
}

/** Passes bytes on until there are more of them than allowed: then the stream breaks with 413. */
export function meter(maxBytes: number): Transform {
  let size = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      if (size > maxBytes) done(tooLarge(ERROR_MESSAGES.fileTooLarge));
      else done(null, chunk);
    },
  });
}

/** The slowest upload that is taken, in bytes a second over half a minute: a phone at the edge of its network is faster. */
export const MIN_UPLOAD_RATE = 4096;
export const RATE_WINDOW_MS = 30_000;

/** Passes bytes on as long as enough of them come: else the stream breaks with 408. */
export function leastRate(windowMs: number = RATE_WINDOW_MS): Transform {
  let received = 0;
  const step = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      received += chunk.length;
      done(null, chunk);
    },
    destroy(error, done) {
      clearInterval(watch);
      done(error);
    },
  });
  const watch = setInterval(() => {
    if (received < (MIN_UPLOAD_RATE * windowMs) / 1000) step.destroy(tooSlow());
    received = 0;
  }, windowMs);
  watch.unref();
  return step;
}

/** Passes text on until it turns out not to be any: then the stream breaks with 400. */
export function textOnly(): Transform {
  const check = new TextCheck();
  const damaged = () => badRequest(ERROR_MESSAGES.fileContent);
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (check.accepts(chunk)) done(null, chunk);
      else done(damaged());
    },
    flush(done) {
      if (check.ends()) done();
      else done(damaged());
    },
  });
}
