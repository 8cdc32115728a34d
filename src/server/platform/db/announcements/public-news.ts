import { z } from 'zod';
import type { Database } from '#server/platform/db/client.ts';

/** Announcements between processes about public pages, so that none shows an outdated or withdrawn one. */

const shown = z.object({
  kind: z.literal('shown'),
  /** The slug of the newsletter's page; null: something else on families' pages. */
  slug: z.string().nullable(),
});
// Most announcements are about windows, and need not be parsed for this.
const BEGINNING = '{"kind":"shown"';

/** Announces to all processes, at once to this one, that a public page has changed or was withdrawn. Call it after the commit. */
export function announcePublicPage({ announcements }: Database, slug: string | null): void {
  announcements.send(JSON.stringify({ kind: 'shown', slug } satisfies z.infer<typeof shown>), {
    isPublic: true,
  });
}

/** Calls `listener` for each public page that has changed. Returns the function that stops it. */
export function onPublicPageChange(
  { announcements }: Database,
  listener: (slug: string | null) => void,
): () => void {
  return announcements.listen((text) => {
    if (!text.startsWith(BEGINNING)) return;
    const news = shown.safeParse(JSON.parse(text));
    if (news.success) listener(news.data.slug);
  });
}
