import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Asset, packAsset, sendAsset, unpackedAsset } from '#server/platform/http/compressed/asset.ts';

/** The files of the build. They are listed once, so that only known paths are ever opened, and stay in memory. */

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

// Names with a content hash, made by the build and by the script that subsets the fonts.
const HASHED = /^\/(?:assets|fonts)\/[^/]+-[A-Za-z0-9_-]{8}\.[a-z0-9]+$/;
// Files that newsletters use outside the app: in mail programs, and in frames without an origin.
const SHARED = /^\/(?:fonts|assets\/newsletter|newsletter-art)\//;
const FOREVER = 'public, max-age=31536000, immutable';
const A_DAY = 'public, max-age=86400';
// For workers (the renderer's and the HEIC decoder's), and for SVG files that are opened directly.
const POLICY = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; frame-ancestors 'none'";
// For scripts of a page, to which the page's own policy applies.
const NO_SOURCES = "default-src 'none'";
const PAGE_SCRIPT = /^\/assets\/(?!(?:[a-z]+-)?worker-)[^/]+\.js$/;
// Headers that have no effect on files. Together they would add a kilobyte to each of a dozen small files.
const PAGE_ONLY_HEADERS = [
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-request-id',
  'x-xss-protection',
];

/** Serves the files in some folders by path. Earlier folders take precedence. */
export class StaticFiles {
  readonly #paths = new Map<string, string>();
  readonly #loaded = new Map<string, Promise<Asset | null>>();

  constructor(folders: readonly string[]) {
    for (const folder of folders) {
      for (const name of filesBelow(folder)) {
        const path = `/${name.split(sep).join('/')}`;
        if (isServed(path) && !this.#paths.has(path)) this.#paths.set(path, join(folder, name));
      }
    }
  }

  /** Answers with the file at this path; false if there is none. */
  async answer(path: string, request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
    const filePath = this.#paths.get(path);
    if (filePath === undefined) return false;
    const asset = await this.#load(path, filePath);
    if (asset === null) return false;
    for (const name of PAGE_ONLY_HEADERS) reply.removeHeader(name);
    reply.headers({
      'cache-control': HASHED.test(path) ? FOREVER : A_DAY,
      'content-security-policy': PAGE_SCRIPT.test(path) ? NO_SOURCES : POLICY,
    });
    if (SHARED.test(path)) {
      // Fonts are always loaded with CORS.
      reply.headers({ 'cross-origin-resource-policy': 'cross-origin', 'access-control-allow-origin': '*' });
    }
    await sendAsset(asset, request, reply);
    return true;
  }

  #load(path: string, filePath: string): Promise<Asset | null> {
    const known = this.#loaded.get(path);
    if (known !== undefined) return known;
    const loading = loadAsset(filePath);
    this.#loaded.set(path, loading);
    // Not cached after a failure, so that the next request tries again.
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
    // There is no build, as in most tests.
    return [];
  }
}

// Leaves out pages, which get their own head and status, and compressed copies.
function isServed(path: string): boolean {
  return extname(path) in TYPES && path !== '/index.html' && !path.includes('/.');
}

/** Null if another build has removed the file since the start. */
async function loadAsset(filePath: string): Promise<Asset | null> {
  const plain = await readFile(filePath).catch(nullIfMissing);
  if (plain === null) return null;
  const type = TYPES[extname(filePath)] ?? 'application/octet-stream';
  if (!COMPRESSIBLE.has(extname(filePath))) return unpackedAsset(plain, type);
  // The build compresses better, as it has more time.
  const brotli = await readFile(`${filePath}.br`).catch(() => undefined);
  return await packAsset(plain, type, brotli);
}

function nullIfMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
  throw error;
}
