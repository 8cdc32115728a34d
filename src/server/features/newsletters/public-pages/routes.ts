import type { FastifyInstance, FastifyReply } from 'fastify';
import { ERROR_MESSAGES } from '#contract/errors.ts';
import { newsletterRoutes } from '#contract/newsletters.ts';
import { PUBLISHED_PATH } from '#contract/paths.ts';
import type { AppContext } from '#server/context.ts';
import { findPublished } from '#server/data/editions.ts';
import { DatabaseAway, namedError } from '#server/platform/db/errors.ts';
import { absoluteBody } from '#server/platform/files/own-addresses.ts';
import { notFound } from '#server/platform/http/errors.ts';
import { type Handler, handle } from '#server/platform/http/handle.ts';
import { html } from '#server/platform/http/html.ts';
import type { AppPages } from '#server/platform/http/pages.ts';
import type { PagesInMemory } from './pages-in-memory.ts';
import { PageSender } from './serve-page.ts';

/** The row of the contract that gives readers' programs what the page shows. */
export function published(context: AppContext): readonly Handler[] {
  return [
    handle(newsletterRoutes.publishedNewsletter, async ({ params }) => {
      const found = await findPublished(context.database, params.slug);
      if (found === null) throw notFound('Newsletter');
      const { title, body, publishedAt, schoolName } = found;
      const attributes = {
        title,
        body: absoluteBody(body, context.config.publicUrl),
        published_at: publishedAt.toISOString(),
        school_name: schoolName,
      };
      return { news_letter: { data: { attributes } } };
    }),
  ];
}

/**
 * The public pages. What is in memory is answered before the framework has looked at the request; the rest, and what
 * is not there, takes the usual way.
 */
export function servePublishedPages(
  app: FastifyInstance,
  context: AppContext,
  pages: PagesInMemory,
  appPages: AppPages,
): void {
  const sender = new PageSender(context.config);
  app.get<{ Params: { slug: string } }>(`${PUBLISHED_PATH}:slug`, async (request, reply) => {
    const page = await pages.find(request.params.slug).catch((error: unknown) => {
      if (namedError(error) instanceof DatabaseAway) return 'away' as const;
      throw error;
    });
    if (page === 'away') return sendAway(reply, context);
    // The same answer for a draft, for what was unpublished and for what never was.
    if (page === null) return appPages.sendNotFound(reply);
    reply.hijack();
    // The headers are the page's own, the same as from memory, and not those of the app's pages.
    for (const name of reply.raw.getHeaderNames()) reply.raw.removeHeader(name);
    sender.send(page, request.raw, reply.raw);
    return reply;
  });
  answerFirst(app, sender, pages);
}

function sendAway(reply: FastifyReply, { config }: AppContext): FastifyReply {
  const page = html`<!doctype html><html lang="en"><head><meta charset="utf-8" /><meta name="viewport" content="width=device-width" /><title>${config.product.name}</title></head><body><p>${ERROR_MESSAGES.databaseAway}</p></body></html>`;
  return reply
    .code(503)
    .headers({ 'retry-after': '5', 'cache-control': 'no-store' })
    .type('text/html; charset=utf-8')
    .send(page.toString());
}

// The framework's part of the work is most of it for a page that only has to be sent.
function answerFirst(app: FastifyInstance, sender: PageSender, pages: PagesInMemory): void {
  const [usual, ...others] = app.server.listeners('request');
  if (usual === undefined || others.length > 0) throw new Error('The server answers by one listener');
  app.server.removeAllListeners('request');
  app.server.on('request', (request, response) => {
    if (!sender.answerAtOnce(pages, request, response)) Reflect.apply(usual, app.server, [request, response]);
  });
}
