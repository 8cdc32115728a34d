import type { FastifyInstance, FastifyReply } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { languageOfLink, TEST_TOKEN } from '#server/data/unsubscribe-tokens.ts';
import type { Html } from '#server/platform/http/html.ts';
import { browserLanguage, deadLinkPage } from '#server/platform/http/page/dead-end.ts';
import { findVisitor, setSubscription, type Visitor } from './unsubscribe.ts';
import { testPage, type UnsubscribeStep, unsubscribePage } from './unsubscribe-page.ts';

const POLICY = [
  "default-src 'none'",
  "img-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');
const FORM_MAX = 16 * 1024;

type Link = { readonly Params: { readonly token: string } };

/**
 * `/unsubscribe/{token}`. A GET changes nothing, as mail scanners follow links. A POST unsubscribes at once, from the
 * page's button or from a mail client (RFC 8058); it does not redirect, as mail clients cannot follow.
 */
export function serveUnsubscribe(app: FastifyInstance, context: AppContext): void {
  app.register((scope, _, done) => {
    acceptAnyForm(scope);
    scope.get<Link>('/unsubscribe/:token', async ({ params: { token } }, reply) =>
      answer(context, reply, token, 'ask', () => findVisitor(context, token)),
    );
    scope.post<Link>('/unsubscribe/:token', async ({ params: { token } }, reply) =>
      answer(context, reply, token, 'left', () =>
        context.database.smallWrites(() => setSubscription(context, token, false)),
      ),
    );
    scope.post<Link>('/unsubscribe/:token/undo', async ({ params: { token } }, reply) =>
      answer(context, reply, token, 'back', () =>
        context.database.smallWrites(() => setSubscription(context, token, true)),
      ),
    );
    // Reloading the page after the button's POST shows the current state.
    scope.get<Link>('/unsubscribe/:token/undo', async ({ params: { token } }, reply) =>
      reply.header('cache-control', 'no-store').redirect(`/unsubscribe/${encodeURIComponent(token)}`),
    );
    done();
  });
}

// Mail clients send `List-Unsubscribe=One-Click` in one of two encodings. The body is ignored; the URL is enough.
function acceptAnyForm(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { bodyLimit: FORM_MAX, parseAs: 'string' }, (_, __, done) => done(null));
}

async function answer(
  context: AppContext,
  reply: FastifyReply,
  token: string,
  step: UnsubscribeStep,
  find: () => Promise<Visitor | null>,
): Promise<FastifyReply> {
  if (token === TEST_TOKEN) return send(reply, 200, testPage());
  const visitor = await find();
  if (visitor !== null) return send(reply, 200, unsubscribePage(visitor, `/unsubscribe/${token}`, step));
  const language = (await languageOfLink(context, token)) ?? browserLanguage(reply.request.headers);
  return send(reply, 404, deadLinkPage(language, 'leave'));
}

function send(reply: FastifyReply, status: number, page: Html): FastifyReply {
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('x-robots-tag', 'noindex')
    .header('content-security-policy', POLICY)
    .send(page.toString());
}
