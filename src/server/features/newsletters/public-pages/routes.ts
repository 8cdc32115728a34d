import type { FastifyInstance, FastifyReply } from 'fastify';
import { newsletterRoutes } from '#contract/newsletters.ts';
import { PUBLISHED_PATH } from '#contract/paths.ts';
import { type About, aboutOf } from '#newsletter/document/about.ts';
import { fromCode } from '#newsletter/document/document.ts';
import { storedBlocks } from '#newsletter/document/upgrade.ts';
import type { AppContext } from '#server/context.ts';
import { findPublished } from '#server/data/editions.ts';
import { DatabaseUnavailable, namedError } from '#server/platform/db/errors.ts';
import { absoluteBody } from '#server/platform/files/own-addresses.ts';
import { notFound } from '#server/platform/http/errors.ts';
import { type Handler, handle } from '#server/platform/http/handle.ts';
import { browserLanguage, laterPage } from '#server/platform/http/page/dead-end.ts';
import type { AppPages } from '#server/platform/http/pages.ts';
import { leadFromSlash } from '#server/platform/http/slashes.ts';
import type { PageCache } from './page-cache.ts';
import { PageSender } from './serve-page.ts';

/** The published newsletter as JSON. */
export function published(context: AppContext): readonly Handler[] {
  return [
    handle(newsletterRoutes.publishedNewsletter, async ({ params }) => {
      const { database } = context;
      const found = await database.readForPublic(() => findPublished(database, params.slug));
      if (found === null) throw notFound('Newsletter');
      const { title, body, publishedAt, schoolName } = found;
      const attributes = {
        title,
        body: absoluteBody(body, context.config.publicUrl),
        published_at: publishedAt.toISOString(),
        school_name: schoolName,
        ...aboutEdition(found),
      };
      return { news_letter: { data: { attributes } } };
    }),
  ];
}

function aboutEdition({
  layoutType,
  code,
  codeVersion,
}: NonNullable<Awaited<ReturnType<typeof findPublished>>>): About {
  if (layoutType === null || code === null || codeVersion === null) return { headings: [], dates: [] };
  return aboutOf(fromCode(layoutType, storedBlocks(code, codeVersion)));
}

/**
 * Serves the public pages. A cached page is sent before the framework handles the request; everything else goes through
 * the framework.
 */
export function servePublishedPages(
  app: FastifyInstance,
  context: AppContext,
  pages: PageCache,
  appPages: AppPages,
): void {
  const sender = new PageSender(context.config);
  app.get<{ Params: { slug: string } }>(`${PUBLISHED_PATH}:slug`, async (request, reply) => {
    const page = await pages.find(request.params.slug).catch((error: unknown) => {
      if (namedError(error) instanceof DatabaseUnavailable) return 'away' as const;
      throw error;
    });
    if (page === 'away') return sendAway(reply, context);
    // The same response for a draft, an unpublished page and one that never existed.
    if (page === null) return appPages.sendGone(reply);
    reply.hijack();
    // The same headers as from the cache, without those of the app's pages.
    for (const name of reply.raw.getHeaderNames()) reply.raw.removeHeader(name);
    sender.send(page, request.raw, reply.raw);
    return reply;
  });
  leadFromSlash(app, `${PUBLISHED_PATH}:slug`);
  serveCachedFirst(app, context, sender, pages);
}

function sendAway(reply: FastifyReply, { config }: AppContext): FastifyReply {
  const page = laterPage(browserLanguage(reply.request.headers), config.product.name);
  return reply
    .code(503)
    .headers({ 'retry-after': '5', 'cache-control': 'no-store' })
    .type('text/html; charset=utf-8')
    .send(page.toString());
}

// For a cached page, the framework would be most of the work.
function serveCachedFirst(
  app: FastifyInstance,
  { metrics }: AppContext,
  sender: PageSender,
  pages: PageCache,
): void {
  const [framework, ...others] = app.server.listeners('request');
  if (framework === undefined || others.length > 0)
    throw new Error('Expected exactly one request listener on the server');
  app.server.removeAllListeners('request');
  app.server.on('request', (request, response) => {
    if (sender.sendCached(pages, request, response)) metrics.cachedPages.inc();
    else Reflect.apply(framework, app.server, [request, response]);
  });
}
