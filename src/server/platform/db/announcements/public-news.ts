import { z } from 'zod';
import type { Database } from '#server/platform/db/client.ts';

/** What processes tell each other of what readers see, so that none shows what has changed or gone. */

const shown = z.object({
  kind: z.literal('shown'),
  /** The newsletter's page; null: something else on families' pages. */
  slug: z.string().nullable(),
});
// Most announcements are of windows, and need not be parsed for this.
const BEGINNING = '{"kind":"shown"';

/** Tells all processes, this one at once, that a public page has changed or gone. Call it after the commit. */
export function tellShown({ announcements }: Database, slug: string | null): void {
  announcements.send(JSON.stringify({ kind: 'shown', slug } satisfies z.infer<typeof shown>), {
    isPublic: true,
  });
}

/** Calls `listener` for each public page that has changed. Returns the function that ends it. */
export function hearShown({ announcements }: Database, listener: (slug: string | null) => void): () => void {
  return announcements.listen((text) => {
    if (!text.startsWith(BEGINNING)) return;
    const news = shown.safeParse(JSON.parse(text));
    if (news.success) listener(news.data.slug);
  });
}
