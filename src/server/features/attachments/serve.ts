import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DOCUMENT_TYPES, FILES_PATH } from '#contract/files.ts';
import type { House } from '#server/house.ts';
import { notFound } from '#server/http/errors.ts';
import { nameOfFile } from './repo.ts';

/** A year: what is under a key never changes. */
const FOREVER = 'public, max-age=31536000, immutable';
// Were a file ever taken for a page, it could do nothing. Players of videos opened by themselves need media-src.
const POLICY = "default-src 'none'; media-src *; style-src 'unsafe-inline'; sandbox";
const NAMES_KEPT = 2000;
const documents: ReadonlySet<string> = new Set(DOCUMENT_TYPES);

/** Serves uploaded files to everyone who knows their address. */
export function serveFiles(app: FastifyInstance, house: House): void {
  const names = new FileNames(house);
  app.route<{ Params: { key: string } }>({
    // Of its own: the framework would answer HEAD with the length of nothing.
    method: ['GET', 'HEAD'],
    exposeHeadRoute: false,
    url: `${FILES_PATH}:key`,
    handler: (request, reply) => serveFile(house, names, request, reply),
  });
}

async function serveFile(
  house: House,
  names: FileNames,
  request: FastifyRequest<{ Params: { key: string } }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { key } = request.params;
  const file = await house.files.get(key);
  if (file === null) throw notFound('File');
  const etag = `"${key}"`;
  reply.headers({
    'cache-control': FOREVER,
    'content-security-policy': POLICY,
    'x-content-type-options': 'nosniff',
    // Web mailers and schools' own sites show these pictures.
    'cross-origin-resource-policy': 'cross-origin',
    'accept-ranges': 'bytes',
    etag,
  });
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  reply.type(file.contentType === 'text/plain' ? 'text/plain; charset=utf-8' : file.contentType);
  if (documents.has(file.contentType))
    reply.header('content-disposition', attachmentNamed(await names.of(key)));
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

/** Names of documents, which never change. Without the database a document is called by its key. */
class FileNames {
  readonly #house: House;
  readonly #known = new Map<string, string>();

  constructor(house: House) {
    this.#house = house;
  }

  async of(key: string): Promise<string> {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const name = await nameOfFile(this.#house.database, key).catch(() => null);
    if (name === null) return key;
    const oldest = this.#known.keys().next();
    if (this.#known.size >= NAMES_KEPT && !oldest.done) this.#known.delete(oldest.value);
    this.#known.set(key, name);
    return name;
  }
}
