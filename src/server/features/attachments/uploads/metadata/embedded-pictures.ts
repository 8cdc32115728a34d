import { Malformed } from './bytes.ts';

/** Strips metadata from images inside documents without re-encoding, as their size and type must not change. */

const JPEG_START = Buffer.from([0xff, 0xd8]);
const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

export function isJpeg(bytes: Buffer): boolean {
  return bytes.subarray(0, 2).equals(JPEG_START);
}

export function isPng(bytes: Buffer): boolean {
  return bytes.subarray(0, 8).equals(PNG_SIGNATURE);
}

const MARKER = 0xff;
const END_OF_IMAGE = 0xd9;
const START_OF_SCAN = 0xda;
const COMMENT = 0xfe;

/** A JPEG without Exif, XMP, IPTC, comments, embedded previews and trailing data. Throws `Malformed`. */
export function stripJpeg(bytes: Buffer): Buffer {
  const kept: Buffer[] = [JPEG_START];
  let at = 2;
  while (at < bytes.length) {
    const marker = bytes[at + 1];
    if (bytes[at] !== MARKER || marker === undefined) throw new Malformed('A JPEG is broken');
    if (marker === END_OF_IMAGE) {
      kept.push(bytes.subarray(at, at + 2));
      return Buffer.concat(kept);
    }
    // Any number of fill bytes may precede a marker.
    const end = marker === MARKER ? at + 1 : segmentEnd(bytes, at, marker);
    if (marker !== MARKER && isNeeded(bytes, at, marker)) kept.push(bytes.subarray(at, end));
    at = end;
  }
  throw new Malformed('A JPEG has no end');
}

function segmentEnd(bytes: Buffer, at: number, marker: number): number {
  if (isWithoutLength(marker)) return at + 2;
  if (at + 4 > bytes.length) throw new Malformed('A JPEG is cut off');
  const end = at + 2 + bytes.readUInt16BE(at + 2);
  return marker === START_OF_SCAN ? scanEnd(bytes, end) : end;
}

// Restart markers, and TEM for arithmetic coding.
function isWithoutLength(marker: number): boolean {
  return (marker >= 0xd0 && marker <= 0xd7) || marker === 0x01;
}

// In coded data, a marker byte is followed by zero or belongs to a restart marker.
function scanEnd(bytes: Buffer, start: number): number {
  for (let at = bytes.indexOf(MARKER, start); at >= 0; at = bytes.indexOf(MARKER, at + 1)) {
    const next = bytes[at + 1] ?? 0;
    if (next !== 0 && next !== MARKER && !isWithoutLength(next)) return at;
  }
  return bytes.length;
}

// The application segments that decoders need: JFIF, the colour profile and Adobe's colour transform.
function isNeeded(bytes: Buffer, at: number, marker: number): boolean {
  if (marker === 0xe0) return bytes.toString('latin1', at + 4, at + 9) === 'JFIF\0';
  if (marker === 0xe2) return bytes.toString('latin1', at + 4, at + 16) === 'ICC_PROFILE\0';
  if (marker === 0xee) return true;
  return marker !== COMMENT && (marker & 0xf0) !== 0xe0;
}

const PNG_CHUNKS = new Set([
  ...['IHDR', 'PLTE', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'iCCP', 'sBIT', 'bKGD', 'hIST', 'sPLT', 'pHYs', 'cICP'],
  ...['acTL', 'fcTL', 'fdAT', 'IDAT', 'IEND'],
]);

/** A PNG without texts, Exif, times, private chunks and trailing data. Throws `Malformed`. */
export function stripPng(bytes: Buffer): Buffer {
  const kept: Buffer[] = [PNG_SIGNATURE];
  for (let at = PNG_SIGNATURE.length; at + 12 <= bytes.length; ) {
    const end = at + 12 + bytes.readUInt32BE(at);
    if (end > bytes.length) break;
    const type = bytes.toString('latin1', at + 4, at + 8);
    if (PNG_CHUNKS.has(type)) kept.push(bytes.subarray(at, end));
    if (type === 'IEND') return Buffer.concat(kept);
    at = end;
  }
  throw new Malformed('A PNG has no end');
}
