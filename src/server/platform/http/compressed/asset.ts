import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isKnown } from '#server/platform/http/freshness.ts';
import { encodingFor } from './encoding.ts';

/** A small file in memory, plain and compressed. */
export interface Asset {
  readonly type: string;
  readonly etag: string;
  readonly plain: Buffer;
  readonly brotli: Buffer | null;
  readonly gzip: Buffer | null;
}

/** Smaller files gain nothing from compression. */
const COMPRESS_FROM_BYTES = 500;
const BROTLI = { [constants.BROTLI_PARAM_QUALITY]: 9 };

const packBrotli: (bytes: Buffer, options: { params: Readonly<Record<number, number>> }) => Promise<Buffer> =
  promisify(brotliCompress);
const packGzip: (bytes: Buffer) => Promise<Buffer> = promisify(gzip);

/** Creates an asset and compresses it. `packed` is its Brotli form, if the build has made one. */
export async function packAsset(plain: Buffer, type: string, packed?: Buffer): Promise<Asset> {
  if (plain.length < COMPRESS_FROM_BYTES) return unpackedAsset(plain, type);
  const [brotli, gzip] = await Promise.all([
    packed ?? packBrotli(plain, { params: BROTLI }),
    packGzip(plain),
  ]);
  return { ...unpackedAsset(plain, type), brotli, gzip };
}

/** Creates an asset whose format is already compressed, such as a picture. */
export function unpackedAsset(plain: Buffer, type: string): Asset {
  const hash = createHash('sha256').update(plain).digest('base64url').slice(0, 22);
  return { type, etag: `W/"${hash}"`, plain, brotli: null, gzip: null };
}

/**
 * Sends an asset in the best encoding that the client accepts, or 304. The caller sets the status and other headers.
 */
export async function sendAsset(asset: Asset, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.headers({ etag: asset.etag, vary: 'accept-encoding' });
  if (reply.statusCode === 200 && isKnown(request.headers['if-none-match'], asset.etag)) {
    await reply.code(304).send();
    return;
  }
  const encoding = encodingFor(request.headers['accept-encoding']);
  const packed = encoding === 'br' ? asset.brotli : encoding === 'gzip' ? asset.gzip : null;
  if (packed !== null && encoding !== null) reply.header('content-encoding', encoding);
  await reply.type(asset.type).send(packed ?? asset.plain);
}
