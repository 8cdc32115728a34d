import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Asset, packAsset, sendAsset, unpackedAsset } from './asset.ts';

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

// The build, and the script that cuts the fonts, put a hash of their content into these names.
const HASHED = /^\/(?:assets|fonts)\/[^/]+-[A-Za-z0-9_-]{8}\.[a-z0-9]+$/;
// Newsletters show these in mail programs' pages, and in frames without an origin: the app's own pictures of them.
const SHARED = /^\/(?:fonts|assets\/newsletter|newsletter-art)\//;
const FOREVER = 'public, max-age=31536000, immutable';
const A_DAY = 'public, max-age=86400';
// What the renderer's worker may do, and a drawing that somebody opens by itself.
const POLICY = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; frame-ancestors 'none'";
// Scripts of a page stand below the page's policy: by themselves they need nothing.
const NOTHING = "default-src 'none'";
const OF_A_PAGE = /^\/assets\/(?!worker)[^/]+\.js$/;
// They speak of pages and calls alone, and a kilobyte with each of a dozen small files is felt on a phone.
const FOR_PAGES = [
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-request-id',
  'x-xss-protection',
];

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
    for (const name of FOR_PAGES) reply.removeHeader(name);
    reply.headers({
      'cache-control': HASHED.test(path) ? FOREVER : A_DAY,
      'content-security-policy': OF_A_PAGE.test(path) ? NOTHING : POLICY,
    });
    if (SHARED.test(path)) {
      // Fonts are loaded with CORS, whoever asks.
      reply.headers({ 'cross-origin-resource-policy': 'cross-origin', 'access-control-allow-origin': '*' });
    }
    await sendAsset(asset, request, reply);
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

/** Null where the file has gone: another build has taken its place since the start. */
async function loadAsset(place: string): Promise<Asset | null> {
  const plain = await readFile(place).catch(nullWhereGone);
  if (plain === null) return null;
  const type = TYPES[extname(place)] ?? 'application/octet-stream';
  if (!COMPRESSIBLE.has(extname(place))) return unpackedAsset(plain, type);
  // What the build has packed, with more patience than there is here.
  const brotli = await readFile(`${place}.br`).catch(() => undefined);
  return await packAsset(plain, type, brotli);
}

function nullWhereGone(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
  throw error;
}
