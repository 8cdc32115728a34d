import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DOCUMENT_TYPES, FILES_PATH } from '#contract/files.ts';
import type { AppContext } from '#server/context.ts';
import { servedName } from '#server/platform/files/files.ts';
import { isValidProof } from '#server/platform/files/own-addresses.ts';
import { notFound } from '#server/platform/http/errors.ts';
import type { PublicFiles } from './public-files.ts';

/**
 * With what a server process may take as known (`STANDING_FRESH_MS`), a file that is withdrawn is gone everywhere within a
 * minute: browsers and shared caches ask again, and are told 304 or 404.
 */
const PUBLIC = 'public, max-age=50, must-revalidate';
const FOR_STAFF = 'private, max-age=3600';
// Were a file ever taken for a page, it could do nothing. Players of videos opened by themselves need media-src.
const POLICY = "default-src 'none'; media-src *; style-src 'unsafe-inline'; sandbox";
const documents: ReadonlySet<string> = new Set(DOCUMENT_TYPES);

/** Serves files: what readers may see to everyone, the others to whoever has an address for staff. */
export function serveFiles(app: FastifyInstance, context: AppContext, publicFiles: PublicFiles): void {
  for (const url of [`${FILES_PATH}:key`, `${FILES_PATH}:proof/:key`]) {
    app.route<{ Params: FileParams }>({
      // Of its own: the framework would answer HEAD with the length of nothing.
      method: ['GET', 'HEAD'],
      exposeHeadRoute: false,
      url,
      handler: (request, reply) => serveFile(context, publicFiles, request, reply),
    });
  }
}

interface FileParams {
  readonly key: string;
  readonly proof?: string;
}

async function serveFile(
  context: AppContext,
  publicFiles: PublicFiles,
  request: FastifyRequest<{ Params: FileParams }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { key, proof } = request.params;
  // Web mailers and schools' own sites show these pictures, and frames without an origin; a refusal is theirs to read too.
  reply.header('cross-origin-resource-policy', 'cross-origin');
  const file = await context.files.get(key);
  const standing = file && (await publicFiles.find(key));
  if (file === null || standing === null) throw notFound('File');
  const { ownerId } = standing;
  const isShown =
    proof === undefined
      ? standing.isPublic
      : ownerId !== null && (await isValidProof(context, proof, { ownerId, key }));
  if (!isShown) throw notFound('File');
  const etag = `"${key}"`;
  reply.headers({
    'cache-control': proof === undefined ? PUBLIC : FOR_STAFF,
    'content-security-policy': POLICY,
    'x-content-type-options': 'nosniff',
    'x-robots-tag': 'noindex',
    'accept-ranges': 'bytes',
    etag,
  });
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  reply.type(file.contentType === 'text/plain' ? 'text/plain; charset=utf-8' : file.contentType);
  if (documents.has(file.contentType))
    reply.header('content-disposition', attachmentNamed(servedName(standing.name, key)));
  const range = rangeOf(request, etag, file.size);
  if (range === 'unsatisfiable') return refuseRange(reply, file.size);
  if (range === null) return await send(request, reply, file.size, () => file.open());
  reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.size}`);
  return await send(request, reply, range.end - range.start + 1, () => file.open(range));
}

async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  length: number,
  open: () => NodeJS.ReadableStream,
): Promise<FastifyReply> {
  reply.header('content-length', length);
  return request.method === 'HEAD' || length === 0 ? reply.send() : reply.send(open());
}

function refuseRange(reply: FastifyReply, size: number): FastifyReply {
  return reply
    .code(416)
    .header('content-range', `bytes */${size}`)
    .removeHeader('content-disposition')
    .removeHeader('cache-control')
    .send();
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/** The part that is asked for; null: all of it, as for several parts at once or a syntax that is none. */
function rangeOf({ headers }: FastifyRequest, etag: string, size: number): Range | 'unsatisfiable' | null {
  const condition = headers['if-range'];
  const asked =
    condition === undefined || condition === etag
      ? /^bytes=(\d{0,15})-(\d{0,15})$/.exec(headers.range ?? '')
      : null;
  const [first = '', last = ''] = asked?.slice(1) ?? [];
  if (first === '' && last === '') return null;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== '' && last !== '' && Number(last) < start) return null;
  return start > end ? 'unsatisfiable' : { start, end };
}

/** `attachment` with the file's name in both ways that browsers understand. */
export function attachmentNamed(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/[^\x20-\x7e]/g, '')
    .replace(/["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
