import { PUBLISHED_PATH, SCHOOLS_SITEMAP_PATH, schoolPagePath } from '#contract/paths.ts';
import { listForSearchEngines } from '#server/data/families/listings.ts';
import type { FamilyServer } from '#server/features/families/frame/server.ts';
import { MAX_AGE_SECONDS } from '#server/platform/http/freshness.ts';
import { html } from '#server/platform/http/html.ts';

/** Below a sitemap's limit, even with the schools' pages. Source: sitemaps.org. */
const NEWSLETTERS_MAX = 25_000;

/** The sitemap of listed newsletters of schools that let search engines in. */
export function serveSchoolsSitemap({ app, context }: FamilyServer): void {
  const { database, config } = context;
  app.get(SCHOOLS_SITEMAP_PATH, async (_, reply) => {
    const listed = await database.readForPublic(() => listForSearchEngines(database, NEWSLETTERS_MAX));
    const pages = [...new Set(listed.map(({ address }) => schoolPagePath(address, 'newsletters')))];
    const place = (path: string, day: string) =>
      html`<url><loc>${config.publicUrl}${path}</loc>${day === '' ? '' : html`<lastmod>${day}</lastmod>`}</url>`;
    const places = [
      ...pages.map((path) => place(path, '')),
      ...listed.map(({ slug, publishedAt }) =>
        place(`${PUBLISHED_PATH}${slug}`, publishedAt.toISOString().slice(0, 10)),
      ),
    ];
    return await reply
      .type('application/xml; charset=utf-8')
      .header('cache-control', `public, max-age=${MAX_AGE_SECONDS}`)
      .send(
        `<?xml version="1.0" encoding="UTF-8"?>\n${html`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${places}</urlset>`}\n`,
      );
  });
}
