import { PUBLISHED_PATH } from '#contract/paths.ts';
import { archiveWords } from '#newsletter/words/archive-words.ts';
import type { Listed } from '#server/data/families/listings.ts';
import type { FamilyServer } from '#server/features/families/frame/server.ts';
import type { OpenSite } from '#server/features/families/frame/site.ts';

/** What both feeds say. */

/** How many newsletters a feed has. */
export const FEED_MAX = 50;

export interface FeedEntry {
  /** A URN, which stays when titles and addresses change. */
  readonly id: string;
  readonly url: string;
  readonly title: string;
  readonly summary: string;
  readonly updatedAt: Date;
  /** An absolute URL; null: none. */
  readonly image: string | null;
}

export function feedTitle({ school }: OpenSite): string {
  return archiveWords(school.language).words.newslettersOf.replace('{school}', () => school.name);
}

export function feedEntries({ context }: FamilyServer, listed: readonly Listed[]): readonly FeedEntry[] {
  const { publicUrl } = context.config;
  return listed.map(({ id, slug, title, description, publishedAt, picture }) => ({
    id: `urn:uuid:${id}`,
    url: `${publicUrl}${PUBLISHED_PATH}${slug}`,
    title,
    summary: description,
    updatedAt: publishedAt,
    image:
      picture === null
        ? null
        : picture.address.startsWith('/')
          ? publicUrl + picture.address
          : picture.address,
  }));
}
