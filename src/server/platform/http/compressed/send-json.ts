import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { encodingFor } from './encoding.ts';

/** Smaller answers fit into one network packet uncompressed. */
const COMPRESS_FROM_BYTES = 1400;
/** Answers are compressed at each call: higher qualities take several times as long for a tenth less. */
const QUALITY = 4;

const withBrotli: (bytes: Buffer, options: { params: Readonly<Record<number, number>> }) => Promise<Buffer> =
  promisify(brotliCompress);
const withGzip: (bytes: Buffer, options: { level: number }) => Promise<Buffer> = promisify(gzip);

/** Sends an answer as JSON, compressed if the client accepts it and it is worthwhile. The caller sets the status. */
export async function sendJson(
  answer: unknown,
  { headers }: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const plain = Buffer.from(JSON.stringify(answer));
  reply.type('application/json; charset=utf-8').header('vary', 'accept-encoding');
  const encoding = plain.length < COMPRESS_FROM_BYTES ? null : encodingFor(headers['accept-encoding']);
  if (encoding === null) return reply.send(plain);
  reply.header('content-encoding', encoding);
  return reply.send(
    encoding === 'br'
      ? await withBrotli(plain, {
          params: {
            [constants.BROTLI_PARAM_QUALITY]: QUALITY,
            [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
            [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
          },
        })
      : await withGzip(plain, { level: QUALITY }),
  );
}
