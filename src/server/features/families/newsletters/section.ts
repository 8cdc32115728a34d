import { PUBLISHED_PATH } from '#contract/paths.ts';
import { archiveWords } from '#newsletter/words/archive-words.ts';
import { type Listed, listListed } from '#server/data/families/listings.ts';
import type { FamilySection } from '#server/features/families/frame/section.ts';
import type { FamilyServer, Turn } from '#server/features/families/frame/server.ts';
import type { OpenSite } from '#server/features/families/frame/site.ts';
import { type Html, html } from '#server/platform/http/html.ts';
import { atomFeed } from './atom.ts';
import { dayOnPage } from './day-words.ts';
import { FEED_MAX, feedLinks } from './feed.ts';
import { jsonFeed } from './json-feed.ts';
import { newslettersPage, soughtIn } from './newsletters-page.ts';
import { Searches } from './searches.ts';

const DIGEST_MAX = 3;

/** The list of newsletters, with search, feeds, and an address that always shows the newest one. */
export const newslettersSection: FamilySection = {
  page: 'newsletters',
  label: (language) => archiveWords(language).words.newsletters,
  isOn: ({ listsNewsletters }) => listsNewsletters,
  links: feedLinks,
  mount,
  digest,
};

function mount(server: FamilyServer): void {
  const { database } = server.context;
  const section = newslettersSection;
  const searches = new Searches(server.context.clock);
  const newest = (site: OpenSite, limit: number) => listListed(database, site.school.id, { limit });
  const turn: Turn = ({ query, ip }, make) => (soughtIn(query.q) === '' ? make() : searches.run(ip, make));
  server.page('newsletters', { section, query: ['q', 'year', 'page'], turn }, (site, { query }) =>
    newslettersPage(server, section, site, query),
  );
  server.page('latest', { section }, async (site) => {
    const [latest] = await newest(site, 1);
    return latest === undefined ? null : { to: `${PUBLISHED_PATH}${latest.slug}` };
  });
  server.page('newslettersAtom', { section }, async (site) => ({
    type: 'application/atom+xml; charset=utf-8',
    text: atomFeed(server, site, await newest(site, FEED_MAX)),
  }));
  server.page('newslettersJson', { section }, async (site) => ({
    type: 'application/feed+json; charset=utf-8',
    text: jsonFeed(server, site, await newest(site, FEED_MAX)),
  }));
}

async function digest(server: FamilyServer, site: OpenSite): Promise<Html | null> {
  const { publicUrl } = server.context.config;
  const listed = await listListed(server.context.database, site.school.id, { limit: DIGEST_MAX });
  if (listed.length === 0) return null;
  const { words } = archiveWords(site.school.language);
  const entry = ({ slug, title, day }: Listed) =>
    html`<li><h3><a href="${publicUrl}${PUBLISHED_PATH}${slug}"><span dir="auto">${title}</span></a></h3><p class="quiet small">${dayOnPage(site.school, day)}</p></li>`;
  return html`<h2>${words.newsletters}</h2><ul class="list">${listed.map(entry)}</ul><p class="all"><a href="${server.url(site, 'newsletters')}">${sentence(words.seeAll)}</a></p>`;
}

// Makes a sentence of words that are used inside a sentence elsewhere.
function sentence(words: string): string {
  return words.charAt(0).toLocaleUpperCase() + words.slice(1);
}
