import { type ByteRange, Malformed } from './bytes.ts';

/** The boxes of ISO base media (MP4) and QuickTime files. Source: ISO/IEC 14496-12, 4.2; QuickTime File Format, "Atoms". */

/** One box; offsets in bytes into the buffer or file it was read from. */
export interface Box extends ByteRange {
  readonly type: string;
  /** The offset of its content. */
  readonly body: number;
}

/** The longest form of a header. */
export const HEADER_BYTES = 16;
const SHORT_HEADER_BYTES = 8;
const BOXES_MAX = 20_000;
const FREE = Buffer.from('free');

/** Reads the header in `bytes` of the box at `start`, which must end by `limit`. Throws `Malformed`. */
export function boxAt(bytes: Buffer, start: number, limit: number, isLast = false): Box {
  if (bytes.length < SHORT_HEADER_BYTES) throw new Malformed('A box is cut off');
  const type = bytes.toString('latin1', 4, 8);
  const short = bytes.readUInt32BE(0);
  if (short === 0 && isLast) return { type, start, body: start + SHORT_HEADER_BYTES, end: limit };
  if (short === 1 && bytes.length < HEADER_BYTES) throw new Malformed('A box is cut off');
  const body = start + (short === 1 ? HEADER_BYTES : SHORT_HEADER_BYTES);
  const end = start + (short === 1 ? Number(bytes.readBigUInt64BE(8)) : short);
  if (end < body || end > limit) throw new Malformed(`The box ${type} has an impossible size`);
  return { type, start, body, end };
}

/** The consecutive boxes in a span of `bytes`. Throws `Malformed`. */
export function boxesIn(bytes: Buffer, { start, end }: ByteRange): readonly Box[] {
  const boxes: Box[] = [];
  let at = start;
  while (end - at >= SHORT_HEADER_BYTES) {
    const box = boxAt(bytes.subarray(at, Math.min(end, at + HEADER_BYTES)), at, end);
    boxes.push(box);
    if (boxes.length > BOXES_MAX) throw new Malformed('It has too many boxes');
    at = box.end;
  }
  // QuickTime ends some lists with zeros.
  if (bytes.subarray(at, end).some((byte) => byte !== 0)) throw new Malformed('Bytes after the last box');
  return boxes;
}

/** The child boxes. Throws `Malformed`. */
export function childrenOf(bytes: Buffer, box: Box): readonly Box[] {
  return boxesIn(bytes, { start: box.body, end: box.end });
}

/** The only box of a type. Throws `Malformed` if there is none or more than one. */
export function onlyBox(boxes: readonly Box[], type: string): Box {
  const found = boxes.filter((box) => box.type === type);
  if (found[0] === undefined || found.length > 1) throw new Malformed(`${found.length} boxes ${type}`);
  return found[0];
}

/** Turns a box into a `free` box of the same size, so that nothing after it moves. */
export function free(bytes: Buffer, box: Box): void {
  FREE.copy(bytes, box.start + 4);
  bytes.fill(0, box.body, box.end);
}

/** `length` bytes of a box's content from `offset`. Throws `Malformed` if the box is shorter. */
export function partOf(bytes: Buffer, box: Box, offset: number, length: number): Buffer {
  const start = box.body + offset;
  if (start + length > box.end) throw new Malformed(`The box ${box.type} is too short`);
  return bytes.subarray(start, start + length);
}
