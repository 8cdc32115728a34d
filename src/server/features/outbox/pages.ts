import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AppContext } from '#server/context.ts';
import type { Html } from '#server/platform/http/html.ts';
import type { AppPages } from '#server/platform/http/pages.ts';
import { isLoopback } from '#server/platform/loopback.ts';
import { Outbox } from '#server/platform/mail/outbox.ts';
import { isOutboxSecret, outboxPath } from './address.ts';
import { listPage, mailPage } from './markup.ts';

// The mail itself stands in a sandboxed frame, which takes this policy over: pictures, but no script and no form.
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src https: http: data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const SHOWN_MAX = 200;

/** The pages of the outbox: mails that are not sent, for the person at this machine only. */
export function outboxPages(app: FastifyInstance, context: AppContext, appPages: AppPages): void {
  const { mail, config } = context;
  const path = outboxPath(context);
  if (!(mail instanceof Outbox) || path === null) return;
  app.get<{ Params: { secret: string } }>('/dev/outbox/:secret', async (request, reply) => {
    if (!isAllowed(request)) return appPages.sendNotFound(reply);
    const names = (await mail.list()).slice(0, SHOWN_MAX);
    const mails = (await Promise.all(names.map((name) => mail.read(name)))).filter((found) => found !== null);
    return show(reply, listPage(config.product.name, path, mails));
  });
  app.get<{ Params: { secret: string; name: string } }>(
    '/dev/outbox/:secret/:name',
    async (request, reply) => {
      const { name } = request.params;
      const found = isAllowed(request) ? await mail.read(name.replace(/\.eml$/, '')) : null;
      const source = found && (await mail.source(found.name));
      if (found === null || source === null) return appPages.sendNotFound(reply);
      if (name.endsWith('.eml'))
        return reply.type('text/plain; charset=utf-8').header('cache-control', 'no-store').send(source);
      return show(reply, mailPage(config.product.name, path, found, headersOf(source)));
    },
  );
}

// Besides the secret: nothing through a proxy that says so, nor for a page elsewhere whose name was made to lead here.
function isAllowed({ headers, params }: FastifyRequest<{ Params: { secret: string } }>): boolean {
  const host = `http://${headers.host ?? ''}`;
  const isHere = URL.canParse(host) && isLoopback(new URL(host).hostname);
  const isForwarded = headers.forwarded !== undefined || headers['x-forwarded-for'] !== undefined;
  return isOutboxSecret(params.secret) && isHere && !isForwarded;
}

function headersOf(source: string): string {
  return source.slice(0, source.indexOf('\r\n\r\n'));
}

function show(reply: FastifyReply, page: Html): FastifyReply {
  return reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('content-security-policy', POLICY)
    .send(page.toString());
}
