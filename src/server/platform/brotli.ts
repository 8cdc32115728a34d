import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants } from 'node:zlib';

/** Pages and mails, compressed for browsers and for past editions. */

const withBrotli: (bytes: Buffer, options: { params: Readonly<Record<number, number>> }) => Promise<Buffer> =
  promisify(brotliCompress);
// Quality 9 takes ten times as long for half a percent less, and fifty concurrent publishes have to finish within a second.
const BROTLI = {
  [constants.BROTLI_PARAM_QUALITY]: 6,
  [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
};

export function compress(markup: Buffer): Promise<Buffer> {
  return withBrotli(markup, { params: BROTLI });
}

export const decompress: (bytes: Buffer) => Promise<Buffer> = promisify(brotliDecompress);
