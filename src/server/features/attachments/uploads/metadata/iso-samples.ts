import { type ByteRange, Malformed } from './bytes.ts';
import { type Box, childrenOf, onlyBox, partOf } from './iso-boxes.ts';
import { entriesOf, sampleTable } from './iso-scrub.ts';

/** Locates a video's pictures and sounds by its index. Source: ISO/IEC 14496-12, 8.7 and 8.8. */

const CHUNKS_MAX = 1_000_000;

/** The spans in the file of all samples of a track, unsorted. Throws `Malformed`. */
export function chunksOf(bytes: Buffer, track: Box): readonly ByteRange[] {
  const table = sampleTable(bytes, track);
  const boxes = childrenOf(bytes, table);
  const offsets = chunkOffsets(bytes, boxes);
  const runs = tableOf(bytes, onlyBox(boxes, 'stsc'), 4, 12);
  const sizes = sampleSizes(bytes, boxes, frameBytes(bytes, table));
  const spans: ByteRange[] = [];
  let run = 0;
  let sample = 0;
  offsets.forEach((start, chunk) => {
    while (run + 1 < runs.count && runs.entry(run + 1).readUInt32BE(0) <= chunk + 1) run += 1;
    const samples = run < runs.count ? runs.entry(run).readUInt32BE(4) : 0;
    spans.push({ start, end: start + sizes.sum(sample, samples) });
    sample += samples;
  });
  return spans;
}

/** A table in a box: the count at offset `countAt`, and the entries after it. */
function tableOf(bytes: Buffer, box: Box, countAt: number, entryBytes: number) {
  const count = partOf(bytes, box, countAt, 4).readUInt32BE(0);
  const entries = partOf(bytes, box, countAt + 4, count * entryBytes);
  return { count, entry: (at: number) => entries.subarray(at * entryBytes, (at + 1) * entryBytes) };
}

function chunkOffsets(bytes: Buffer, boxes: readonly Box[]): readonly number[] {
  const isLarge = boxes.some(({ type }) => type === 'co64');
  const { count, entry } = tableOf(bytes, onlyBox(boxes, isLarge ? 'co64' : 'stco'), 4, isLarge ? 8 : 4);
  if (count > CHUNKS_MAX) throw new Malformed('It has too many chunks');
  return Array.from({ length: count }, (_, at) =>
    isLarge ? Number(entry(at).readBigUInt64BE(0)) : entry(at).readUInt32BE(0),
  );
}

interface SampleSizes {
  /** The total bytes of `samples` samples from `first`; samples missing in the table count 0. */
  sum(first: number, samples: number): number;
}

function sampleSizes(bytes: Buffer, boxes: readonly Box[], perFrame: number): SampleSizes {
  if (boxes.some(({ type }) => type === 'stz2')) return compactSizes(bytes, onlyBox(boxes, 'stz2'));
  const box = onlyBox(boxes, 'stsz');
  const same = partOf(bytes, box, 4, 8).readUInt32BE(0);
  // QuickTime counts uncompressed sound in frames and may give each a size of one byte.
  if (same > 0) return { sum: (_, samples) => samples * Math.max(same, perFrame) };
  const { count, entry } = tableOf(bytes, box, 8, 4);
  return summed(count, (at) => entry(at).readUInt32BE(0));
}

function compactSizes(bytes: Buffer, box: Box): SampleSizes {
  const bits = partOf(bytes, box, 4, 4)[3] ?? 0;
  if (bits !== 4 && bits !== 8 && bits !== 16) throw new Malformed('Sizes of an unknown width');
  const count = partOf(bytes, box, 8, 4).readUInt32BE(0);
  const table = partOf(bytes, box, 12, Math.ceil((count * bits) / 8));
  return summed(count, (at) => {
    if (bits === 16) return table.readUInt16BE(at * 2);
    if (bits === 8) return table.readUInt8(at);
    const pair = table.readUInt8(at >> 1);
    return at % 2 === 0 ? pair >> 4 : pair & 15;
  });
}

function summed(count: number, sizeOf: (at: number) => number): SampleSizes {
  return {
    sum(first, samples) {
      let total = 0;
      for (let at = first; at < Math.min(count, first + samples); at += 1) total += sizeOf(at);
      return total;
    },
  };
}

// Bytes per frame of constant-rate sound, by QuickTime's sound descriptions of version 0 and 1.
function frameBytes(bytes: Buffer, table: Box): number {
  const frames = entriesOf(bytes, table).map((entry) => {
    const version = partOf(bytes, entry, 8, 12).readUInt16BE(0);
    const channels = entry.end - entry.body >= 28 ? partOf(bytes, entry, 16, 4) : Buffer.alloc(4);
    const plain = channels.readUInt16BE(0) * Math.ceil(channels.readUInt16BE(2) / 8);
    if (version !== 1 || entry.end - entry.body < 44) return version === 0 ? plain : 0;
    const [perPacket, , bytesPerFrame] = [28, 32, 36].map((at) =>
      partOf(bytes, entry, at, 4).readUInt32BE(0),
    );
    return Math.max(plain, Math.ceil((bytesPerFrame ?? 0) / Math.max(1, perPacket ?? 1)));
  });
  return Math.min(FRAME_BYTES_MAX, Math.max(0, ...frames));
}

// Eight channels of 64 bits.
const FRAME_BYTES_MAX = 64;

/** Flag bits of `tfhd` and `trun`: which fields are present. */
const TFHD = { base: 0x1, description: 0x2, duration: 0x8, size: 0x10, baseIsMoof: 0x020000 } as const;
const TRUN = {
  offset: 0x1,
  firstFlags: 0x4,
  duration: 0x100,
  size: 0x200,
  flags: 0x400,
  time: 0x800,
} as const;

/** The default sample sizes of `trex`, by track number. */
export type DefaultSizes = ReadonlyMap<number, number>;

/** Reads the defaults for fragments from the index. */
export function defaultSizes(bytes: Buffer, movie: Box): DefaultSizes {
  const extended = childrenOf(bytes, movie).filter(({ type }) => type === 'mvex');
  const defaults = extended.flatMap((box) => childrenOf(bytes, box)).filter(({ type }) => type === 'trex');
  return new Map(
    defaults.map((box) => {
      const fields = partOf(bytes, box, 4, 20);
      return [fields.readUInt32BE(0), fields.readUInt32BE(12)];
    }),
  );
}

/** The spans of a fragment's samples; `moofAt` is the offset of its `moof` in the file. Throws `Malformed`. */
export function runsOf(
  bytes: Buffer,
  moof: Box,
  moofAt: number,
  defaults: DefaultSizes,
): readonly (ByteRange & { readonly track: number })[] {
  const spans: (ByteRange & { readonly track: number })[] = [];
  let next = moofAt;
  for (const fragment of childrenOf(bytes, moof).filter(({ type }) => type === 'traf')) {
    const boxes = childrenOf(bytes, fragment);
    const header = fragmentHeader(bytes, onlyBox(boxes, 'tfhd'), defaults);
    const base = header.base ?? (header.isFromMoof ? moofAt : next);
    next = base;
    for (const run of boxes.filter(({ type }) => type === 'trun')) {
      const { offset, length } = readRun(bytes, run, header.size);
      const start = offset === null ? next : base + offset;
      next = start + length;
      spans.push({ start, end: next, track: header.track });
    }
  }
  return spans;
}

function fragmentHeader(bytes: Buffer, box: Box, defaults: DefaultSizes) {
  const flags = partOf(bytes, box, 0, 8).readUInt32BE(0) & 0xffffff;
  const track = partOf(bytes, box, 4, 4).readUInt32BE(0);
  let at = 8;
  const skip = (flag: number, length: number) => {
    if ((flags & flag) === 0) return null;
    at += length;
    return partOf(bytes, box, at - length, length);
  };
  const base = skip(TFHD.base, 8);
  skip(TFHD.description, 4);
  skip(TFHD.duration, 4);
  const size = skip(TFHD.size, 4)?.readUInt32BE(0) ?? defaults.get(track) ?? 0;
  return {
    track,
    size,
    base: base === null ? null : Number(base.readBigUInt64BE(0)),
    isFromMoof: (flags & TFHD.baseIsMoof) !== 0,
  };
}

function readRun(bytes: Buffer, box: Box, defaultSize: number) {
  const flags = partOf(bytes, box, 0, 8).readUInt32BE(0) & 0xffffff;
  const count = partOf(bytes, box, 4, 4).readUInt32BE(0);
  const has = (flag: number) => ((flags & flag) === 0 ? 0 : 4);
  const offset = has(TRUN.offset) === 0 ? null : partOf(bytes, box, 8, 4).readInt32BE(0);
  const rowBytes = has(TRUN.duration) + has(TRUN.size) + has(TRUN.flags) + has(TRUN.time);
  if (has(TRUN.size) === 0) return { offset, length: count * defaultSize };
  const rows = partOf(bytes, box, 8 + has(TRUN.offset) + has(TRUN.firstFlags), count * rowBytes);
  let length = 0;
  for (let at = has(TRUN.duration); at < rows.length; at += rowBytes) length += rows.readUInt32BE(at);
  return { offset, length };
}
