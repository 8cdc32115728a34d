import type { Listed } from '#server/data/families/listings.ts';
import type { FamilyServer } from '#server/features/families/frame/server.ts';
import type { OpenSite } from '#server/features/families/frame/site.ts';
import { html } from '#server/platform/http/html.ts';
import { type FeedEntry, feedEntries, feedTitle } from './feed.ts';

/** The newest newsletters as an Atom feed. Source: RFC 4287. */
export function atomFeed(server: FamilyServer, site: OpenSite, listed: readonly Listed[]): string {
  const { school } = site;
  const entries = feedEntries(server, site, listed);
  const updated = entries.reduce(
    (latest, { updatedAt }) => (updatedAt > latest ? updatedAt : latest),
    school.createdAt,
  );
  const entry = ({ id, url, title, summary, publishedAt, updatedAt }: FeedEntry) =>
    html`<entry><id>${id}</id><title>${legal(title)}</title><link rel="alternate" type="text/html" href="${url}"/><published>${publishedAt.toISOString()}</published><updated>${updatedAt.toISOString()}</updated><summary>${legal(summary)}</summary></entry>
`;
  return `<?xml version="1.0" encoding="utf-8"?>
${html`<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${school.language}">
<id>urn:uuid:${school.id}</id>
<title>${legal(feedTitle(site))}</title>
<updated>${updated.toISOString()}</updated>
<author><name>${legal(school.name)}</name></author>
<link rel="self" type="application/atom+xml" href="${server.url(site, 'newslettersAtom')}"/>
<link rel="alternate" type="text/html" href="${server.url(site, 'newsletters')}"/>
${entries.map(entry)}</feed>`}
`;
}

// Replaces characters that XML 1.0 cannot represent.
function legal(text: string): string {
  return text.toWellFormed().replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, ' ');
}
