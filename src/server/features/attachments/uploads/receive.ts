import { Readable, Transform, type TransformCallback } from 'node:stream';
import { ERROR_MESSAGES, UPLOAD_MESSAGES } from '#contract/errors.ts';
import { badRequest, tooLarge, tooSlow } from '#server/platform/http/errors.ts';
import { HEAD_BYTES, TextCheck, type TextEncoding } from './sniff.ts';

/** An incoming file: its first bytes, for detecting the type, and a stream of the whole file. */
export interface IncomingFile {
  readonly head: Buffer;
  readonly whole: Readable;
}

/** Reads just enough of a stream to detect its type. */
export async function readHead(source: AsyncIterable<Buffer>): Promise<IncomingFile> {
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
    whole: Readable.from(concat(start, pieces), { objectMode: false }),
  };
}

async function* concat(start: Buffer, pieces: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  try {
    if (start.length > 0) yield start;
    for (let piece = await pieces.next(); !piece.done; piece = await pieces.next()) yield piece.value;
  } finally {
    // Closes the upload when the reader stops early.
    await pieces.return?.();
  }
}

/** Passes bytes through; fails with 413 above `maxBytes`. */
export function limitSize(maxBytes: number): Transform {
  let size = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      if (size > maxBytes) done(tooLarge(ERROR_MESSAGES.fileTooLarge));
      else done(null, chunk);
    },
  });
}

/** The slowest accepted upload, in bytes per second over `RATE_WINDOW_MS`. A phone with weak reception is faster. */
const MIN_UPLOAD_RATE = 4096;
const RATE_WINDOW_MS = 30_000;

/** Passes bytes through; fails with 408 below `MIN_UPLOAD_RATE`. */
export function requireRate(windowMs: number = RATE_WINDOW_MS): Transform {
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

/** Passes text through, as UTF-8; fails with 400 and this message if it is not text. */
export function requireText(
  encoding: TextEncoding = 'utf-8',
  message: string = UPLOAD_MESSAGES.fileContent,
): Transform {
  const check = new TextCheck(encoding);
  const pass = (text: string | null, done: TransformCallback) => {
    if (text === null) done(badRequest(message));
    else done(null, Buffer.from(text));
  };
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      pass(check.decode(chunk), done);
    },
    flush(done) {
      pass(check.end(), done);
    },
  });
}
