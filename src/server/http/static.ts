import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { encodingFor } from './encoding.ts';

/** The built pages' files: few and small enough to stay in memory, so that nothing but a known name is ever opened. */

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.wasm': 'application/wasm',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.gif': 'image/gif',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
};
const COMPRESSIBLE = new Set(['.html', '.js', '.css', '.json', '.webmanifest', '.txt', '.svg', '.wasm']);
/** Smaller ones fit into one packet anyway. */
const COMPRESS_FROM_BYTES = 1000;

// The build puts a hash of their content into these names.
const HASHED = /^\/assets\/[^/]+-[A-Za-z0-9_-]{8}\.[a-z0-9]+$/;
// Newsletters show these in mail programs' pages, and in frames without an origin: the app's own pictures of them.
const SHARED = /^\/(?:fonts|assets\/newsletter)\//;
const FOREVER = 'public, max-age=31536000, immutable';
const A_DAY = 'public, max-age=86400';

interface Asset {
  readonly type: string;
  readonly etag: string;
  readonly plain: Buffer;
  readonly brotli: Buffer | null;
  readonly gzip: Buffer | null;
}

/** The files below some folders, by their path in an address. What an earlier folder has, a later one does not replace. */
export class StaticFiles {
  readonly #places = new Map<string, string>();
  readonly #loaded = new Map<string, Promise<Asset | null>>();

  constructor(folders: readonly string[]) {
    for (const folder of folders) {
      for (const name of filesBelow(folder)) {
        const path = `/${name.split(sep).join('/')}`;
        if (isServed(path) && !this.#places.has(path)) this.#places.set(path, join(folder, name));
      }
    }
  }

  /** Answers with the file at this path; false where there is none. */
  async answer(path: string, request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
    const place = this.#places.get(path);
    if (place === undefined) return false;
    const asset = await this.#load(path, place);
    if (asset === null) return false;
    reply.headers({
      'cache-control': HASHED.test(path) ? FOREVER : A_DAY,
      etag: asset.etag,
      vary: 'accept-encoding',
    });
    if (SHARED.test(path)) {
      // Fonts are loaded with CORS, whoever asks.
      reply.headers({ 'cross-origin-resource-policy': 'cross-origin', 'access-control-allow-origin': '*' });
    }
    if (request.headers['if-none-match'] === asset.etag) {
      await reply.code(304).send();
      return true;
    }
    const encoding = encodingFor(request.headers['accept-encoding']);
    const packed = encoding === 'br' ? asset.brotli : encoding === 'gzip' ? asset.gzip : null;
    if (packed !== null && encoding !== null) reply.header('content-encoding', encoding);
    await reply.type(asset.type).send(packed ?? asset.plain);
    return true;
  }

  #load(path: string, place: string): Promise<Asset | null> {
    const known = this.#loaded.get(path);
    if (known !== undefined) return known;
    const loading = loadAsset(place);
    this.#loaded.set(path, loading);
    // A failure is not kept: the next request tries again.
    loading.catch(() => this.#loaded.delete(path));
    return loading;
  }
}

function filesBelow(folder: string): readonly string[] {
  try {
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
  } catch {
    // Not built, as in most tests.
    return [];
  }
}

// The pages themselves are answered with their own head and status; packed files belong to the one they pack.
function isServed(path: string): boolean {
  return extname(path) in TYPES && path !== '/index.html' && !path.includes('/.');
}

const packBrotli: (bytes: Buffer, options: { params: Readonly<Record<number, number>> }) => Promise<Buffer> =
  promisify(brotliCompress);
const packGzip: (bytes: Buffer) => Promise<Buffer> = promisify(gzip);
const BROTLI = { [constants.BROTLI_PARAM_QUALITY]: 9 };

/** Null where the file has gone: another build has taken its place since the start. */
async function loadAsset(place: string): Promise<Asset | null> {
  const plain = await readFile(place).catch(nullWhereGone);
  if (plain === null) return null;
  const packs = COMPRESSIBLE.has(extname(place)) && plain.length >= COMPRESS_FROM_BYTES;
  const hash = createHash('sha256').update(plain).digest('base64url').slice(0, 22);
  return {
    type: TYPES[extname(place)] ?? 'application/octet-stream',
    etag: `W/"${hash}"`,
    plain,
    brotli: packs ? await packed(`${place}.br`, () => packBrotli(plain, { params: BROTLI })) : null,
    gzip: packs ? await packed(`${place}.gz`, () => packGzip(plain)) : null,
  };
}

/** What the build has packed already, or packed now. */
async function packed(place: string, pack: () => Promise<Buffer>): Promise<Buffer> {
  return await readFile(place).catch(pack);
}

function nullWhereGone(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
  throw error;
}
