import type { FastifyInstance, FastifyReply } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { TEST_TOKEN } from '#server/data/unsubscribe-tokens.ts';
import type { Html } from '#server/platform/http/html.ts';
import { changeList, findVisitor, type Visitor } from './unsubscribe.ts';
import { deadPage, type Step, testPage, unsubscribePage } from './unsubscribe-page.ts';

const POLICY = [
  "default-src 'none'",
  "img-src 'self' http: https:",
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');
const FORM_MAX = 16 * 1024;

type Link = { readonly Params: { readonly token: string } };

/**
 * `/unsubscribe/{token}`: looking changes nothing, because mail scanners follow links; a POST leaves the list at once,
 * whether it comes from the page's button or from a mail program (RFC 8058), which cannot follow a redirect.
 */
export function serveUnsubscribe(app: FastifyInstance, context: AppContext): void {
  app.register((scope, _, done) => {
    takeAnyForm(scope);
    scope.get<Link>('/unsubscribe/:token', async ({ params: { token } }, reply) =>
      answer(reply, token, 'ask', () => findVisitor(context, token)),
    );
    scope.post<Link>('/unsubscribe/:token', async ({ params: { token } }, reply) =>
      answer(reply, token, 'left', () =>
        context.database.smallWrites(() => changeList(context, token, false)),
      ),
    );
    scope.post<Link>('/unsubscribe/:token/undo', async ({ params: { token } }, reply) =>
      answer(reply, token, 'back', () =>
        context.database.smallWrites(() => changeList(context, token, true)),
      ),
    );
    // Where the button has led to: who loads that again is shown where they stand.
    scope.get<Link>('/unsubscribe/:token/undo', async ({ params: { token } }, reply) =>
      reply.header('cache-control', 'no-store').redirect(`/unsubscribe/${encodeURIComponent(token)}`),
    );
    done();
  });
}

// Mail programs send `List-Unsubscribe=One-Click` in one of two forms; the address says everything.
function takeAnyForm(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { bodyLimit: FORM_MAX, parseAs: 'string' }, (_, __, done) => done(null));
}

async function answer(
  reply: FastifyReply,
  token: string,
  step: Step,
  find: () => Promise<Visitor | null>,
): Promise<FastifyReply> {
  if (token === TEST_TOKEN) return send(reply, 200, testPage());
  const visitor = await find();
  return visitor === null
    ? send(reply, 404, deadPage())
    : send(reply, 200, unsubscribePage(visitor, `/unsubscribe/${token}`, step));
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
