import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AppContext } from '#server/context.ts';
import type { Html } from '#server/platform/http/html.ts';
import { pagePolicy, sendPage } from '#server/platform/http/page/send-page.ts';
import type { AppPages } from '#server/platform/http/pages.ts';
import { isLoopback } from '#server/platform/loopback.ts';
import { Outbox } from '#server/platform/mail/outbox.ts';
import { isOutboxSecret, outboxPath } from './address.ts';
import { listPage, mailPage } from './markup.ts';

// The mail's sandboxed frame inherits this policy: images are allowed, scripts and forms are not.
const POLICY = pagePolicy({ images: ['https:', 'http:', 'data:'], hasForms: false });
const SHOWN_MAX = 200;

/** Serves the outbox: unsent mails, only for the person at this machine. */
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

// Besides the secret, refuses forwarded requests, and host names that were pointed at this machine (DNS rebinding).
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
  return sendPage(reply, page, { policy: POLICY });
}
