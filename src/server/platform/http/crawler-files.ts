import type { FastifyInstance } from 'fastify';
import { APPROVE_PATH } from '#contract/approval/approval.ts';
import { PUBLISHED_PATH, READER_PATH, SCHOOLS_SITEMAP_PATH, SCREENS } from '#contract/paths.ts';
import { API_BASE } from '#contract/route.ts';
import type { AppContext } from '#server/context.ts';
import { html } from './html.ts';
import { listedScreens } from './screen-heads.ts';

const A_DAY = 'public, max-age=86400';

/**
 * Serves robots.txt and the sitemap. Newsletters may be crawled, since otherwise their `x-robots-tag` could not be read,
 * but they are not listed.
 */
export function serveCrawlerFiles(app: FastifyInstance, { config }: AppContext): void {
  app.get('/robots.txt', (_, reply) => {
    // Pictures are open: programs that preview links fetch them. They are not listed either (`x-robots-tag`).
    const closed = [`${API_BASE}/`, `${SCREENS.app}/`, '/unsubscribe/', READER_PATH, APPROVE_PATH];
    const lines = [
      'User-agent: *',
      `Allow: ${PUBLISHED_PATH}`,
      ...closed.map((path) => `Disallow: ${path}`),
      '',
      `Sitemap: ${config.publicUrl}/sitemap.xml`,
      // Only for schools that let search engines in.
      `Sitemap: ${config.publicUrl}${SCHOOLS_SITEMAP_PATH}`,
    ];
    return reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', A_DAY)
      .send(`${lines.join('\n')}\n`);
  });
  app.get('/sitemap.xml', (_, reply) => {
    const places = listedScreens().map((path) => html`<url><loc>${config.publicUrl}${path}</loc></url>`);
    const map = html`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${places}</urlset>`;
    return reply
      .type('application/xml; charset=utf-8')
      .header('cache-control', A_DAY)
      .send(`<?xml version="1.0" encoding="UTF-8"?>\n${map}\n`);
  });
}
