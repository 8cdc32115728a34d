import { type ByteRange, type Bytes, Malformed, ReadAhead, zero } from './bytes.ts';

/** Reads and edits the elements of EBML files (WebM, Matroska). Source: RFC 8794. */

/** One element. */
export interface Element extends ByteRange {
  readonly id: number;
  /** The offset of its content. */
  readonly body: number;
  /** Whether its size is unknown, as in live recordings; `end` is then its parent's. */
  readonly isOpen: boolean;
}

const ID_BYTES_MAX = 4;
const SIZE_BYTES_MAX = 8;
const VOID = 0xec;
// One byte for its id and one for a size of up to 126; longer ones have a size of eight bytes.
const SHORT_VOID_MAX = 128;
const LONG_HEADER_BYTES = 9;

export class Elements {
  readonly #file: Bytes;
  readonly #ahead: ReadAhead;

  constructor(file: Bytes) {
    this.#file = file;
    this.#ahead = new ReadAhead(file);
  }

  /** The element at `start`, which must end by `limit`. Throws `Malformed`. */
  async at(start: number, limit: number): Promise<Element> {
    const header = await this.#ahead.read(start, Math.min(ID_BYTES_MAX + SIZE_BYTES_MAX, limit - start));
    const idBytes = lengthOf(header[0] ?? 0);
    const sizeBytes = lengthOf(header[idBytes] ?? 0);
    const body = start + idBytes + sizeBytes;
    if (idBytes > ID_BYTES_MAX || sizeBytes > SIZE_BYTES_MAX || header.length < body - start)
      throw new Malformed('An element is cut off');
    const size = numberIn(header.subarray(idBytes, idBytes + sizeBytes));
    const end = size === null ? limit : body + size;
    if (end > limit) throw new Malformed('An element has an impossible size');
    return { id: header.readUIntBE(0, idBytes), start, body, end, isOpen: size === null };
  }

  /** The children of an element of known size. Throws `Malformed`, also for a child of unknown size. */
  async *children({ body, end }: ByteRange & { readonly body: number }): AsyncGenerator<Element> {
    for (let at = body; at < end; ) {
      const element = await this.at(at, end);
      if (element.isOpen) throw new Malformed('An element has no end');
      yield element;
      at = element.end;
    }
  }

  /** An unsigned integer element's value. Throws `Malformed` above 6 bytes. */
  async number({ body, end }: Element): Promise<number> {
    if (end - body > 6) throw new Malformed('A number is too large');
    const bytes = await this.#ahead.read(body, end - body);
    return bytes.length === 0 ? 0 : bytes.readUIntBE(0, bytes.length);
  }

  /** The track number at the beginning of a block. Throws `Malformed`. */
  async trackOf({ body, end }: Element): Promise<number> {
    const start = await this.#ahead.read(body, Math.min(SIZE_BYTES_MAX, end - body));
    const length = lengthOf(start[0] ?? 0);
    if (length > start.length) throw new Malformed('A block has no track');
    return numberIn(start.subarray(0, length)) ?? 0;
  }

  /** Replaces an element by a Void element of the same size. */
  async void({ start, end }: ByteRange): Promise<void> {
    const size = end - start;
    const header = Buffer.alloc(size <= SHORT_VOID_MAX ? 2 : LONG_HEADER_BYTES);
    header.writeUInt8(VOID, 0);
    if (size <= SHORT_VOID_MAX) header.writeUInt8(0x80 | (size - 2), 1);
    else header.writeBigUInt64BE((1n << 56n) | BigInt(size - LONG_HEADER_BYTES), 1);
    await this.#file.overwrite(start, header);
    await zero(this.#file, start + header.length, end);
  }

  /** Zeros an element's content: an empty string of the same size. */
  async blank({ body, end }: Element): Promise<void> {
    await zero(this.#file, body, end);
  }
}

// The length in bytes of a variable-size number, by its first byte's leading zeros; 9 is invalid.
function lengthOf(first: number): number {
  return Math.clz32(first) - 23;
}

/** The value of a variable-size number; null if all bits are set, which means 'unknown'. */
function numberIn(bytes: Buffer): number | null {
  const largest = (1n << BigInt(7 * bytes.length)) - 1n;
  const value = BigInt(`0x${bytes.toString('hex')}`) & largest;
  return value === largest ? null : Number(value);
}
