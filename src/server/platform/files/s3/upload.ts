import type { Readable } from 'node:stream';
import { FileStoreUnavailable } from '#server/platform/files/store-unavailable.ts';
import type { Bucket, StoredPart } from './bucket.ts';

/** More than S3's minimum (5 MiB). An upload holds one part in memory. */
export const PART_BYTES = 8 * 1024 * 1024;

/** Stores a stream, in parts if it is large, and resolves to its size in bytes. A failed upload leaves nothing. */
export async function upload(
  bucket: Bucket,
  name: string,
  contentType: string,
  bytes: Readable,
): Promise<number> {
  const parts = partsOf(bytes);
  try {
    const { value: first = Buffer.alloc(0) } = await parts.next();
    if (first.length === PART_BYTES) return await uploadParts(bucket, { name, contentType }, first, parts);
    await bucket.put(name, contentType, first);
    return first.length;
  } finally {
    bytes.destroy();
  }
}

async function uploadParts(
  bucket: Bucket,
  { name, contentType }: { readonly name: string; readonly contentType: string },
  first: Buffer,
  rest: AsyncGenerator<Buffer>,
): Promise<number> {
  const id = await bucket.beginUpload(name, contentType);
  try {
    const stored: StoredPart[] = [await bucket.putPart(name, id, 1, first)];
    let size = first.length;
    for await (const part of rest) {
      stored.push(await bucket.putPart(name, id, stored.length + 1, part));
      size += part.length;
    }
    await bucket.completeUpload(name, id, stored);
    return size;
  } catch (error) {
    // The sweep finds parts that cannot be removed now. An unavailable store is not waited for again.
    const aborted = bucket.abortUpload(name, id).catch(() => undefined);
    if (!(error instanceof FileStoreUnavailable)) await aborted;
    throw error;
  }
}

/** Pieces of `PART_BYTES`; only the last is smaller. */
async function* partsOf(bytes: Readable): AsyncGenerator<Buffer> {
  // A stream destroyed earlier would look empty.
  if (bytes.destroyed) throw bytes.errored ?? new Error('The upload broke off');
  let part = Buffer.allocUnsafe(PART_BYTES);
  let filled = 0;
  for await (const chunk of bytes) {
    for (let at = 0; at < chunk.length; ) {
      const taken = chunk.subarray(at, at + PART_BYTES - filled);
      part.set(taken, filled);
      at += taken.length;
      filled += taken.length;
      if (filled < PART_BYTES) continue;
      yield part;
      part = Buffer.allocUnsafe(PART_BYTES);
      filled = 0;
    }
  }
  if (filled > 0) yield part.subarray(0, filled);
}
