/** Random access to a file's bytes; the size cannot change. */
export interface Bytes {
  readonly size: number;
  /** Reads `length` bytes; fewer only at the end of the file. */
  read(at: number, length: number): Promise<Buffer>;
  overwrite(at: number, bytes: Buffer): Promise<void>;
}

/** The file is broken, or its metadata cannot be located reliably. */
export class Malformed extends Error {
  override readonly name: string = 'Malformed';
}

const WINDOW_BYTES = 1024 * 1024;

/** A file in memory, changed in place. */
export function bytesOf(buffer: Buffer): Bytes {
  return {
    size: buffer.length,
    read: async (at, length) => buffer.subarray(at, at + length),
    overwrite: async (at, bytes) => void bytes.copy(buffer, at),
  };
}

/** Exactly `length` bytes. Throws `Malformed` if the file ends before. */
export async function readExactly(file: Bytes, at: number, length: number): Promise<Buffer> {
  const bytes = await file.read(at, length);
  if (bytes.length < length) throw new Malformed('The file ends too early');
  return bytes;
}

/** Overwrites bytes `start` to `end` (exclusive) with zeros. */
export async function zero(file: Bytes, start: number, end: number): Promise<void> {
  for (let at = start; at < end; at += WINDOW_BYTES)
    await file.overwrite(at, Buffer.alloc(Math.min(WINDOW_BYTES, end - at)));
}

/** A range of bytes; `end` is exclusive. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Zeros all of `within` except the spans in `kept`, which must be sorted and must not overlap. Works in windows, as there
 * can be many small spans.
 */
export async function zeroExcept(file: Bytes, within: ByteRange, kept: readonly ByteRange[]): Promise<void> {
  let next = firstEndingAfter(kept, within.start);
  for (let start = within.start; start < within.end; start += WINDOW_BYTES) {
    const end = Math.min(within.end, start + WINDOW_BYTES);
    while ((kept[next]?.end ?? end) <= start) next += 1;
    const first = kept[next];
    if (first !== undefined && first.start <= start && first.end >= end) continue;
    const old = await readExactly(file, start, end - start);
    const fresh = Buffer.alloc(old.length);
    for (let at = next; at < kept.length; at += 1) {
      const span = kept[at];
      if (span === undefined || span.start >= end) break;
      const from = Math.max(span.start, start) - start;
      old.copy(fresh, from, from, Math.min(span.end, end) - start);
    }
    if (!fresh.equals(old)) await file.overwrite(start, fresh);
  }
}

// A binary search, as there may be tens of thousands of spans and boxes.
function firstEndingAfter(spans: readonly ByteRange[], offset: number): number {
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((spans[middle]?.end ?? 0) > offset) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Buffers reads, for many small pieces that follow each other. */
export class ReadAhead {
  readonly #file: Bytes;
  #window: Buffer = Buffer.alloc(0);
  #start = 0;

  constructor(file: Bytes) {
    this.#file = file;
  }

  /** Up to `length` bytes, possibly from the buffer; later writes may not show. */
  async read(at: number, length: number): Promise<Buffer> {
    const inside = at >= this.#start && at + length <= this.#start + this.#window.length;
    if (!inside) {
      this.#start = at;
      this.#window = await this.#file.read(at, Math.max(length, WINDOW_BYTES / 16));
    }
    return this.#window.subarray(at - this.#start, at - this.#start + length);
  }
}
