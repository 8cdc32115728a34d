/**
 * The delay until readers see that a page was changed or withdrawn: at most a minute everywhere
 * (docs/requirements/product.md 3.1). A browser or proxy may have received a page as old as `STALE_MS` and keep it for
 * `MAX_AGE_SECONDS`.
 */

/**
 * How long a cached page is used without a check. Changes by another process are announced and show at once; after this
 * time they show even if the announcement got lost.
 */
const FRESH_MS = 5000;
/** Like `FRESH_MS`, while this process may have missed announcements. */
export const UNSURE_MS = 1000;
/** Until this age a cached page is sent while it is being checked; an older one waits for the check. */
const STALE_MS = 20_000;
/** How long browsers and proxies keep pages and calendar files. */
export const MAX_AGE_SECONDS = 30;

/** The facts besides its age that decide how old a cached entry may be. */
export interface CheckedAge {
  /** `Announcements.received` before the check; null if unknown. */
  readonly received: number | null;
  /** Whether the database did not answer the check: nobody can have changed anything through it. */
  readonly isUnanswered: boolean;
}

/** The age from which a cached entry is checked before it is used again, in the background or before the answer. */
export function limitsOf(
  { received, isUnanswered }: CheckedAge,
  receivedNow: number | null,
): { readonly fresh: number; readonly stale: number } {
  const isSure = isUnanswered || (received !== null && received === receivedNow);
  return isSure ? { fresh: FRESH_MS, stale: STALE_MS } : { fresh: UNSURE_MS, stale: UNSURE_MS };
}

/** Whether the client already has this version, by its `If-None-Match`. Caches send several tags, and weaken them. */
export function isKnown(condition: string | undefined, etag: string): boolean {
  if (condition === undefined) return false;
  const bare = (tag: string) => tag.trim().replace(/^W\//, '');
  return condition.trim() === '*' || condition.split(',').some((tag) => bare(tag) === bare(etag));
}
