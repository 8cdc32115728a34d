import { PUBLISHED_PATH, schoolPagePath } from '#contract/paths.ts';
import { momentIn } from '#newsletter/values/time-zone.ts';
import { archiveWords } from '#newsletter/words/archive-words.ts';
import { fill } from '#newsletter/words/words-in.ts';
import type { Listed } from '#server/data/families/listings.ts';
import type { FamilyServer } from '#server/features/families/frame/server.ts';
import type { OpenSite } from '#server/features/families/frame/site.ts';

import { type Html, html } from '#server/platform/http/html.ts';

/** The content of both feeds. */

/** The most newsletters in a feed. */
export const FEED_MAX = 50;

export interface FeedEntry {
  /** A URN, which stays the same when titles and addresses change. */
  readonly id: string;
  readonly url: string;
  readonly title: string;
  readonly summary: string;
  /** The time of the first publishing; a correction does not change it. */
  readonly publishedAt: Date;
  readonly updatedAt: Date;
  /** An absolute URL; null: none. */
  readonly image: string | null;
}

export function feedTitle({ school }: OpenSite): string {
  return fill(archiveWords(school.language).words.newslettersOf, { school: school.name });
}

/** Links to both feeds, for a page's `<head>`. */
export function feedLinks(site: OpenSite): Html {
  const link = (type: string, page: 'newslettersAtom' | 'newslettersJson') =>
    html`<link rel="alternate" type="${type}" title="${feedTitle(site)}" href="${schoolPagePath(site.pages.address, page)}">
`;
  return html`${link('application/atom+xml', 'newslettersAtom')}${link('application/feed+json', 'newslettersJson')}`;
}

export function feedEntries(
  { context }: FamilyServer,
  { school }: OpenSite,
  listed: readonly Listed[],
): readonly FeedEntry[] {
  const { publicUrl } = context.config;
  return listed.map(({ id, slug, title, description, day, publishedAt, picture }) => ({
    id: `urn:uuid:${id}`,
    url: `${publicUrl}${PUBLISHED_PATH}${slug}`,
    title,
    summary: description,
    publishedAt: momentIn(school.timeZone, day, '00:00'),
    updatedAt: publishedAt,
    image:
      picture === null
        ? null
        : picture.address.startsWith('/')
          ? publicUrl + picture.address
          : picture.address,
  }));
}
