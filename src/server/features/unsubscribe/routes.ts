import type { FastifyInstance, FastifyReply } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { languageOfLink, TEST_TOKEN } from '#server/data/unsubscribe-tokens.ts';
import { browserLanguage, deadLinkPage } from '#server/platform/http/page/dead-end.ts';
import { sendPage } from '#server/platform/http/page/send-page.ts';
import { findVisitor, setSubscription, type Visitor } from './unsubscribe.ts';
import { testPage, type UnsubscribeStep, unsubscribePage } from './unsubscribe-page.ts';

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
  if (token === TEST_TOKEN) return sendPage(reply, testPage());
  const visitor = await find();
  if (visitor !== null) return sendPage(reply, unsubscribePage(visitor, `/unsubscribe/${token}`, step));
  const language = (await languageOfLink(context, token)) ?? browserLanguage(reply.request.headers);
  return sendPage(reply, deadLinkPage(language, 'leave'), { status: 404 });
}
