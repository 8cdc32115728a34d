import type { StoredPicture } from '#newsletter/render/picture-copies.ts';
import type { AppContext } from '#server/context.ts';
import { findFileAccess } from '#server/data/published-files.ts';
import { UNSURE_MS } from '#server/platform/http/freshness.ts';

/** A file's name and owner, and whether readers may see it now; a picture's size in pixels. */
export interface FileAccess extends StoredPicture {
  readonly name: string;
  /** The id of a school, or of a person without one; null once that person is deleted. */
  readonly ownerId: string | null;
  readonly isPublic: boolean;
  /** Whether it is hidden from everybody: see `findFileAccess`. */
  readonly isHidden: boolean;
}

/** How long an answer is cached. A change whose announcement was lost shows after this time. */
const ACCESS_CACHE_MS = 5000;
const CACHE_MAX = 20_000;

interface CachedAccess {
  readonly access: FileAccess;
  readonly fetchedAt: number;
  /** The value of `Announcements.received` before the fetch. */
  readonly received: number | null;
}

/**
 * Caches which files readers may see: those in published newsletters, and logos. `forget` applies changes at once. While the database is
 * unavailable, cached answers stay in use.
 */
export class PublicFiles {
  readonly #context: AppContext;
  /** A monotonic clock, in milliseconds. */
  readonly #now: () => number;
  #cache = new Map<string, CachedAccess>();

  constructor(context: AppContext, now: () => number = () => performance.now()) {
    this.#context = context;
    this.#now = now;
  }

  /** A file's access; null if there is no such file. Throws `DatabaseUnavailable` if the database is unavailable and nothing is cached. */
  async find(key: string): Promise<FileAccess | null> {
    const cached = this.#cache.get(key);
    const fetchedAt = this.#now();
    const received = this.#context.database.announcements.received();
    const isSure = cached !== undefined && cached.received !== null && cached.received === received;
    const limit = isSure ? ACCESS_CACHE_MS : UNSURE_MS;
    if (cached !== undefined && fetchedAt - cached.fetchedAt < limit) return cached.access;
    // `forget` replaces the map, so a query that began before a change cannot fill the new one.
    const cache = this.#cache;
    try {
      const { database } = this.#context;
      const access = await database.readForPublic(() => findFileAccess(database, key));
      if (access === null) cache.delete(key);
      else this.#store(cache, key, { access, fetchedAt, received });
      return access;
    } catch (error) {
      if (cached === undefined || cache !== this.#cache) throw error;
      return cached.access;
    }
  }

  /** Clears the cache. Called when published content has changed. */
  forget(): void {
    this.#cache = new Map();
  }

  #store(cache: Map<string, CachedAccess>, key: string, entry: CachedAccess): void {
    cache.delete(key);
    cache.set(key, entry);
    const oldest = cache.keys().next();
    if (cache.size > CACHE_MAX && !oldest.done) cache.delete(oldest.value);
  }
}
