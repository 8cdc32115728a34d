/**
 * How soon readers see that a page has changed or gone: everywhere within a minute (docs/requirements/product.md 3.1). A
 * browser or proxy may have received a page as old as `STALE_MS` and keep it for `MAX_AGE_SECONDS`.
 */

/** How long a cached page is used without a check: another process's change shows after this time. */
export const FRESH_MS = 5000;
/** Until this age a cached page is sent while it is being checked; an older one waits for the check. */
export const STALE_MS = 20_000;
/** Whether who asks has this version already, by their `If-None-Match`. Caches send several tags, and weaken them. */
export function isKnown(condition: string | undefined, etag: string): boolean {
  if (condition === undefined) return false;
  const bare = (tag: string) => tag.trim().replace(/^W\//, '');
  return condition.trim() === '*' || condition.split(',').some((tag) => bare(tag) === bare(etag));
}

/** How long browsers and proxies keep pages and calendar files. */
export const MAX_AGE_SECONDS = 30;
