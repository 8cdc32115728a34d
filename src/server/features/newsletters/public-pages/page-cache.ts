import type { AppContext } from '#server/context.ts';
import { findPage, findPageTag } from '#server/data/editions.ts';
import type { CalendarEntry } from '#server/platform/db/schema/newsletters.ts';

/** A public page as it is sent. */
export interface PublicPage {
  readonly plain: Buffer;
  readonly gzip: Buffer;
  readonly brotli: Buffer;
  readonly etag: string;
  /** Whether the school lets search engines list it. */
  readonly listed: boolean;
  readonly dates: PageDates;
}

/** What the calendar files of a page are made of. */
export interface PageDates {
  readonly title: string;
  readonly schoolName: string;
  readonly publishedAt: Date;
  readonly calendar: readonly CalendarEntry[];
}

/** For so long a page is taken as it is: what another server process has changed shows after this, in milliseconds. */
const FRESH_MS = 5000;
/** For so long it is still shown while it is being looked at again; an older one waits for the answer. */
const STALE_MS = 20_000;
const MEMORY_BYTES = 64 * 1024 * 1024;
// What `newSlug` makes; anything else need not be asked for.
const SLUG = /^[a-z0-9-]{1,61}-[0-9a-z]{14}$/;

interface Kept {
  readonly page: PublicPage;
  checkedAt: number;
}

/**
 * The pages that are read most, in memory, so that readers do not wait for the database, nor notice when it is away.
 * What this process changes it is told of at once (`forget`); what another one changes it sees within seconds.
 */
export class PagesInMemory {
  readonly #context: AppContext;
  /** The one that was read last at the end. */
  readonly #kept = new Map<string, Kept>();
  readonly #looking = new Map<string, Promise<PublicPage | null>>();
  #bytes = 0;

  constructor(context: AppContext) {
    this.#context = context;
  }

  /** The page, if it can be shown without asking anybody. */
  fresh(slug: string): PublicPage | null {
    const kept = this.#kept.get(slug);
    return kept !== undefined && this.#age(kept) < FRESH_MS ? kept.page : null;
  }

  /** The page, or null where there is none. Throws `DatabaseAway` when that cannot be told. */
  async find(slug: string): Promise<PublicPage | null> {
    if (!SLUG.test(slug)) return null;
    const kept = this.#kept.get(slug);
    if (kept === undefined) return await this.#look(slug);
    const age = this.#age(kept);
    if (age < FRESH_MS) return kept.page;
    const looking = this.#look(slug);
    if (age >= STALE_MS) return await looking;
    looking.catch(() => null);
    return kept.page;
  }

  /** Lets go of a page that has changed or gone. */
  forget(slug: string): void {
    this.#remove(slug);
    // A look that began before the change must not bring the old page back.
    this.#looking.delete(slug);
  }

  #age(kept: Kept): number {
    return this.#context.clock.monotonic() - kept.checkedAt;
  }

  /** Asks the database, once for all who want to know at the same time. */
  #look(slug: string): Promise<PublicPage | null> {
    const known = this.#looking.get(slug);
    if (known !== undefined) return known;
    const look: Promise<PublicPage | null> = this.#ask(slug, () => this.#looking.get(slug) === look).finally(
      () => {
        if (this.#looking.get(slug) === look) this.#looking.delete(slug);
      },
    );
    this.#looking.set(slug, look);
    return look;
  }

  async #ask(slug: string, isCurrent: () => boolean): Promise<PublicPage | null> {
    const askedAt = this.#context.clock.monotonic();
    const kept = this.#kept.get(slug);
    try {
      const page = await this.#current(slug, kept?.page);
      if (isCurrent()) this.#keep(slug, page, askedAt);
      return page;
    } catch (error) {
      // The database is away: readers get what there is, and it is asked for again after a while.
      if (kept === undefined || !isCurrent()) throw error;
      kept.checkedAt = askedAt;
      return kept.page;
    }
  }

  async #current(slug: string, known: PublicPage | undefined): Promise<PublicPage | null> {
    const { database } = this.#context;
    const tag = known && (await findPageTag(database, slug));
    if (known !== undefined && tag?.etag === known.etag && tag.listed === known.listed) return known;
    const found = await findPage(database, slug);
    if (found === null) return null;
    const { html, gzip, brotli, etag, listed, ...dates } = found;
    return { plain: Buffer.from(html), gzip, brotli, etag, listed, dates };
  }

  #keep(slug: string, page: PublicPage | null, checkedAt: number): void {
    this.#remove(slug);
    if (page === null) return;
    this.#kept.set(slug, { page, checkedAt });
    this.#bytes += sizeOf(page);
    for (const [oldest] of this.#kept) {
      if (this.#bytes <= MEMORY_BYTES) break;
      this.#remove(oldest);
    }
  }

  #remove(slug: string): void {
    const kept = this.#kept.get(slug);
    if (kept === undefined) return;
    this.#kept.delete(slug);
    this.#bytes -= sizeOf(kept.page);
  }
}

function sizeOf({ plain, gzip, brotli }: PublicPage): number {
  return plain.length + gzip.length + brotli.length;
}
