import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DOCUMENT_TYPES } from '#contract/files.ts';
import { FILES_PATH } from '#contract/rules/stored-files.ts';
import type { AppContext } from '#server/context.ts';
import { type StoredFile, servedName } from '#server/platform/files/files.ts';
import { isValidProof } from '#server/platform/files/own-addresses.ts';
import { notFound } from '#server/platform/http/errors.ts';
import { isKnown } from '#server/platform/http/freshness.ts';
import { MissingCopies } from './missing-copies.ts';
import type { FileAccess, PublicFiles } from './public-files.ts';

/**
 * Together with `ACCESS_CACHE_MS`, this removes a withdrawn file everywhere within a minute: browsers and shared caches
 * revalidate, and get 304 or 404.
 */
const PUBLIC = 'public, max-age=50, must-revalidate';
const FOR_STAFF = 'private, max-age=3600';
// Keeps a file that is opened as a page harmless. A video opened on its own needs media-src.
const POLICY = "default-src 'none'; media-src *; style-src 'unsafe-inline'; sandbox";
const documents: ReadonlySet<string> = new Set(DOCUMENT_TYPES);

/** Serves files: public ones to everyone, the others only by a staff address. */
export function serveFiles(app: FastifyInstance, context: AppContext, publicFiles: PublicFiles): void {
  const copies = new MissingCopies(context);
  for (const url of [`${FILES_PATH}:key`, `${FILES_PATH}:proof/:key`]) {
    app.route<{ Params: FileParams; Querystring: { readonly copy?: unknown } }>({
      // Handled here, as the framework's own HEAD route answers with a length of 0.
      method: ['GET', 'HEAD'],
      exposeHeadRoute: false,
      url,
      handler: (request, reply) => serveFile(context, { publicFiles, copies }, request, reply),
    });
  }
}

interface FileParams {
  readonly key: string;
  readonly proof?: string;
}

async function serveFile(
  context: AppContext,
  { publicFiles, copies }: { readonly publicFiles: PublicFiles; readonly copies: MissingCopies },
  request: FastifyRequest<{ Params: FileParams; Querystring: { readonly copy?: unknown } }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { key, proof } = request.params;
  // Webmail, schools' own sites and frames without an origin embed these files. Set first, so that refusals carry it too.
  reply.header('cross-origin-resource-policy', 'cross-origin');
  const whole = await context.files.get(key);
  const access = whole && (await publicFiles.find(key));
  if (whole === null || access === null || access.isHidden) throw notFound('File');
  const { ownerId } = access;
  const isAllowed =
    proof === undefined
      ? access.isPublic
      : ownerId !== null && (await isValidProof(context, proof, { ownerId, key }));
  if (!isAllowed) throw notFound('File');
  const { copy: name } = request.query;
  const copy = typeof name === 'string' ? await copyOf(copies, key, name, { access, request }) : null;
  const file = copy ?? whole;
  const etag = copy === null ? `"${key}"` : `"${key}-${String(name)}"`;
  reply.headers({
    'cache-control': proof === undefined ? PUBLIC : FOR_STAFF,
    'content-security-policy': POLICY,
    'x-content-type-options': 'nosniff',
    'x-robots-tag': 'noindex',
    'accept-ranges': 'bytes',
    etag,
  });
  if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send();
  reply.type(file.contentType === 'text/plain' ? 'text/plain; charset=utf-8' : file.contentType);
  if (documents.has(file.contentType))
    reply.header('content-disposition', attachmentDisposition(servedName(access.name, key)));
  const range = rangeOf(request, etag, file.size);
  if (range === 'unsatisfiable') return refuseRange(reply, file.size);
  if (range === null) return await send(request, reply, file.size, () => file.open());
  reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.size}`);
  return await send(request, reply, range.end - range.start + 1, () => file.open(range));
}

/** The requested copy; null if there is none: then the whole picture is sent. */
async function copyOf(
  copies: MissingCopies,
  key: string,
  name: string,
  { access, request }: { readonly access: FileAccess; readonly request: FastifyRequest },
): Promise<StoredFile | null> {
  try {
    return await copies.find(key, name, access);
  } catch (error) {
    request.log.warn(error, 'The copy of a picture could not be made');
    return null;
  }
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

/** The requested range; null for the whole file, also for several ranges or invalid syntax. */
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

/** An `attachment` content disposition with the file's name in plain and in encoded form (RFC 6266). */
function attachmentDisposition(name: string): string {
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
