import { pipeline, Readable, Transform } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { ERROR_MESSAGES } from '#contract/errors.ts';
import { badRequest, tooLarge } from '#server/http/errors.ts';
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

/** All bytes of a stream, at most so many. Throws 413. */
export async function readAll(whole: Readable, maxBytes: number): Promise<Buffer> {
  return await buffer(through(whole, meter(maxBytes)));
}

/** Sends a stream through a step; when either breaks, both do, with the same error. */
export function through(source: Readable, step: Transform): Readable {
  pipeline(source, step, () => undefined);
  return step;
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
