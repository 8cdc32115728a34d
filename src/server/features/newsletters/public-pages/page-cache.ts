import type { AppContext } from '#server/context.ts';
import { findPage, findPageTag } from '#server/data/editions.ts';
import { findVariantTag } from '#server/data/groups/variant-pages.ts';
import { findVariantPage } from '#server/features/newsletters/variants/variant-page.ts';
import type { CalendarEntry } from '#server/platform/db/schema/newsletters.ts';
import { type CheckedAge, limitsOf } from '#server/platform/http/freshness.ts';

/** A public page as it is sent. */
export interface PublicPage {
  readonly plain: Buffer;
  readonly gzip: Buffer;
  readonly brotli: Buffer;
  readonly etag: string;
  /** Whether the school lets search engines list it. */
  readonly listed: boolean;
  readonly dates: PageDates;
  /** Changes when its calendar changes, which another newsletter may cause. */
  readonly calendarTag: string;
  /** The slug of the public page, which is its own slug unless the page is for groups. */
  readonly of: string;
}

/** The data for a page's calendar files. */
export interface PageDates {
  readonly title: string;
  readonly schoolName: string;
  readonly language: string;
  readonly publishedAt: Date;
  readonly calendar: readonly CalendarEntry[];
}

const MEMORY_BYTES = 64 * 1024 * 1024;
// The form of `newSlug`: anything else needs no query.
const SLUG = /^[a-z0-9-]{1,61}-[0-9a-z]{14}$/;

interface Entry extends CheckedAge {
  readonly page: PublicPage;
  readonly checkedAt: number;
}

/**
 * Caches the last read pages, so that readers do not wait for the database, and still get them while it is unavailable. A change by any
 * process is evicted at once (`evict`); a change whose announcement is lost shows within seconds: see `freshness.ts`.
 */
export class PageCache {
  readonly #context: AppContext;
  /** The most recently loaded last. */
  readonly #entries = new Map<string, Entry>();
  readonly #loading = new Map<string, Promise<PublicPage | null>>();
  #bytes = 0;

  constructor(context: AppContext) {
    this.#context = context;
  }

  /** The page, if it is cached and needs no check. */
  fresh(slug: string): PublicPage | null {
    const entry = this.#entries.get(slug);
    return entry !== undefined && this.#age(entry) < this.#limits(entry).fresh ? entry.page : null;
  }

  /** The page, or null if there is none. Throws `DatabaseUnavailable` if it is not cached and the database is unavailable. */
  async find(slug: string): Promise<PublicPage | null> {
    if (!SLUG.test(slug)) return null;
    const entry = this.#entries.get(slug);
    if (entry === undefined) return await this.#load(slug);
    const age = this.#age(entry);
    const { fresh, stale } = this.#limits(entry);
    if (age < fresh) return entry.page;
    const loading = this.#load(slug);
    if (age >= stale) return await loading;
    loading.catch(() => null);
    return entry.page;
  }

  /** Evicts a page that has changed or was removed, and its pages for groups. */
  evict(slug: string): void {
    for (const [other, { page }] of this.#entries) if (page.of === slug) this.#remove(other);
    this.#remove(slug);
    // A query that began before the change must not restore the old page.
    this.#loading.clear();
  }

  #limits(entry: Entry): ReturnType<typeof limitsOf> {
    return limitsOf(entry, this.#context.database.announcements.received());
  }

  #age({ checkedAt }: Entry): number {
    return this.#context.clock.monotonic() - checkedAt;
  }

  /** Queries the database, once for all concurrent callers. */
  #load(slug: string): Promise<PublicPage | null> {
    const running = this.#loading.get(slug);
    if (running !== undefined) return running;
    const load: Promise<PublicPage | null> = this.#check(
      slug,
      () => this.#loading.get(slug) === load,
    ).finally(() => {
      if (this.#loading.get(slug) === load) this.#loading.delete(slug);
    });
    this.#loading.set(slug, load);
    return load;
  }

  async #check(slug: string, isCurrent: () => boolean): Promise<PublicPage | null> {
    const checkedAt = this.#context.clock.monotonic();
    const received = this.#context.database.announcements.received();
    const entry = this.#entries.get(slug);
    try {
      const page = await this.#context.database.readForPublic(() => this.#query(slug, entry?.page));
      if (isCurrent()) this.#store(slug, page && { page, checkedAt, received, isUnanswered: false });
      return page;
    } catch (error) {
      // The database is unavailable: readers get the cached page, and it is checked again later.
      if (entry === undefined || !isCurrent()) throw error;
      this.#store(slug, { ...entry, checkedAt, isUnanswered: true });
      return entry.page;
    }
  }

  async #query(slug: string, known: PublicPage | undefined): Promise<PublicPage | null> {
    const { database } = this.#context;
    const isForGroups = known !== undefined && known.of !== slug;
    const tag = isForGroups
      ? await findVariantTag(database, slug)
      : known && (await findPageTag(database, slug));
    if (known !== undefined && tag != null && isSame(known, { listed: false, ...tag })) return known;
    const found = (await findPage(database, slug)) ?? (await findVariantPage(this.#context, slug));
    if (found === null) return null;
    const { html, gzip, brotli, etag, listed, calendarTag, of, ...dates } = found;
    return { plain: Buffer.from(html), gzip, brotli, etag, listed, calendarTag, of, dates };
  }

  #store(slug: string, entry: Entry | null): void {
    this.#remove(slug);
    if (entry === null) return;
    this.#entries.set(slug, entry);
    this.#bytes += sizeOf(entry.page);
    for (const [oldest] of this.#entries) {
      if (this.#bytes <= MEMORY_BYTES) break;
      this.#remove(oldest);
    }
  }

  #remove(slug: string): void {
    const entry = this.#entries.get(slug);
    if (entry === undefined) return;
    this.#entries.delete(slug);
    this.#bytes -= sizeOf(entry.page);
  }
}

type Tags = Pick<PublicPage, 'etag' | 'listed' | 'calendarTag'>;

function isSame(one: Tags, other: Tags): boolean {
  return one.etag === other.etag && one.listed === other.listed && one.calendarTag === other.calendarTag;
}

function sizeOf({ plain, gzip, brotli }: PublicPage): number {
  return plain.length + gzip.length + brotli.length;
}
