import { type Bytes, Malformed, ReadAhead, type Span, zero } from './bytes.ts';

/** The elements of EBML files (WebM, Matroska). Source: RFC 8794. */

/** One element; `end` is after its last byte. */
export interface Element extends Span {
  readonly id: number;
  /** Where its content begins. */
  readonly body: number;
  /** Whether its size was left open, as programs do that write while they film: then `end` is its parent's. */
  readonly isOpen: boolean;
}

const ID_BYTES_MAX = 4;
const SIZE_BYTES_MAX = 8;
const VOID = 0xec;
// One byte for its id and one for a size of up to 126; longer ones have a size of eight bytes.
const SHORT_VOID_MAX = 128;
const LONG_HEADER_BYTES = 9;

/** Reads and voids the elements of a file. */
export class Elements {
  readonly #file: Bytes;
  readonly #ahead: ReadAhead;

  constructor(file: Bytes) {
    this.#file = file;
    this.#ahead = new ReadAhead(file);
  }

  /** The element at a place; it has to end before `limit`. Throws `Malformed`. */
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

  /** The elements inside one whose size is known. Throws `Malformed`, also for one inside that is open. */
  async *inside({ body, end }: Span & { readonly body: number }): AsyncGenerator<Element> {
    for (let at = body; at < end; ) {
      const element = await this.at(at, end);
      if (element.isOpen) throw new Malformed('An element has no end');
      yield element;
      at = element.end;
    }
  }

  /** The content of a small element as a number. */
  async number({ body, end }: Element): Promise<number> {
    if (end - body > 6) throw new Malformed('A number is too large');
    const bytes = await this.#ahead.read(body, end - body);
    return bytes.length === 0 ? 0 : bytes.readUIntBE(0, bytes.length);
  }

  /** The number that an element's content begins with: the track of a block. */
  async trackOf({ body, end }: Element): Promise<number> {
    const start = await this.#ahead.read(body, Math.min(SIZE_BYTES_MAX, end - body));
    const length = lengthOf(start[0] ?? 0);
    if (length > start.length) throw new Malformed('A block has no track');
    return numberIn(start.subarray(0, length)) ?? 0;
  }

  /** Makes an element one of nothing, of the same size. */
  async void({ start, end }: Span): Promise<void> {
    const size = end - start;
    const header = Buffer.alloc(size <= SHORT_VOID_MAX ? 2 : LONG_HEADER_BYTES);
    header.writeUInt8(VOID, 0);
    if (size <= SHORT_VOID_MAX) header.writeUInt8(0x80 | (size - 2), 1);
    else header.writeBigUInt64BE((1n << 56n) | BigInt(size - LONG_HEADER_BYTES), 1);
    await this.#file.overwrite(start, header);
    await zero(this.#file, start + header.length, end);
  }

  /** Makes a text an empty one that takes the same room. */
  async blank({ body, end }: Element): Promise<void> {
    await zero(this.#file, body, end);
  }
}

// How many bytes a number takes, by the zeros that its first byte begins with; 9 is none.
function lengthOf(first: number): number {
  return Math.clz32(first) - 23;
}

/** A number of variable length; null where all its bits are set, which means 'unknown'. */
function numberIn(bytes: Buffer): number | null {
  const largest = (1n << BigInt(7 * bytes.length)) - 1n;
  const value = BigInt(`0x${bytes.toString('hex')}`) & largest;
  return value === largest ? null : Number(value);
}
