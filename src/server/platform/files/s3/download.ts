import { Readable } from 'node:stream';
import { FileStoreUnavailable } from '#server/platform/files/store-unavailable.ts';
import type { Bucket } from './bucket.ts';

/** The wanted bytes of an object, and their number. */
export interface Wanted {
  readonly name: string;
  readonly range: { readonly start: number; readonly end: number } | undefined;
  readonly length: number;
}

/**
 * The bytes of an object as a stream, which asks the store only when it is read. It fails with `FileStoreUnavailable`
 * if the store has lost the object, sends other bytes than requested, or stops in the middle.
 */
export function downloadObject(bucket: Bucket, wanted: Wanted): Readable {
  const abort = new AbortController();
  const stream = Readable.from(bytesOf(bucket, wanted, abort.signal), { objectMode: false });
  stream.once('close', () => abort.abort());
  return stream;
}

async function* bytesOf(
  bucket: Bucket,
  { name, range, length }: Wanted,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const found = await bucket.read(name, range, signal);
  const store = `The file store at ${bucket.endpoint}`;
  if (found === null) throw new FileStoreUnavailable(`${store} has ${name} no more.`);
  if (found.length !== length)
    throw new FileStoreUnavailable(`${store} gives ${found.length} of ${length} bytes of ${name}.`);
  const pieces = found.body[Symbol.asyncIterator]();
  let remaining = length;
  try {
    while (remaining > 0) {
      const next = await withinPause(pieces.next(), bucket, name);
      if (next.done === true)
        throw new FileStoreUnavailable(`${store} stopped ${remaining} bytes before the end.`);
      remaining -= next.value.length;
      yield next.value;
    }
  } finally {
    // Awaiting a stalled stream would block this.
    pieces.return?.().catch(() => undefined);
  }
}

async function withinPause<T>(next: Promise<T>, bucket: Bucket, name: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const paused = new Promise<never>((_, reject) => {
    const stalled = new FileStoreUnavailable(`The file store at ${bucket.endpoint} has stalled at ${name}.`);
    timer = setTimeout(() => reject(stalled), bucket.limits.pauseMs);
  });
  try {
    return await Promise.race([next, paused]);
  } catch (error) {
    if (error instanceof FileStoreUnavailable) throw error;
    throw new FileStoreUnavailable(`The file store at ${bucket.endpoint} broke off at ${name}.`, {
      cause: error,
    });
  } finally {
    clearTimeout(timer);
  }
}
