import type { Listed } from '#server/data/families/listings.ts';
import type { FamilyServer } from '#server/features/families/frame/server.ts';
import type { OpenSite } from '#server/features/families/frame/site.ts';
import { feedEntries, feedTitle } from './feed.ts';

/** The newest newsletters as a JSON Feed. Source: jsonfeed.org, version 1.1. */
export function jsonFeed(server: FamilyServer, site: OpenSite, listed: readonly Listed[]): string {
  const { school } = site;
  const feed = {
    version: 'https://jsonfeed.org/version/1.1',
    title: feedTitle(site),
    home_page_url: server.url(site, 'newsletters'),
    feed_url: server.url(site, 'newslettersJson'),
    language: school.language,
    authors: [{ name: school.name, url: server.url(site, 'home') }],
    items: feedEntries(server, site, listed).map(
      ({ id, url, title, summary, publishedAt, updatedAt, image }) => ({
        id,
        url,
        title,
        content_text: summary,
        ...(image === null ? {} : { image }),
        date_published: publishedAt.toISOString(),
        date_modified: updatedAt.toISOString(),
        language: school.language,
      }),
    ),
  };
  return `${JSON.stringify(feed, null, 1)}\n`;
}
