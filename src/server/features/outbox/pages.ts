import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isLoopback } from '../../config.ts';
import type { House } from '../../house.ts';
import { notFound } from '../../http/errors.ts';
import type { Html } from '../../http/html.ts';
import { Outbox } from '../../ports/mail/outbox.ts';
import { listPage, mailPage } from './markup.ts';

// The mail itself stands in a sandboxed frame, which takes this policy over: pictures, but no script and no form.
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src https: http: data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const SHOWN_MAX = 200;

/** The pages `/dev/outbox`: mails that are not sent, for the person at this machine only. */
export function outboxPages(app: FastifyInstance, house: House): void {
  const { mail, config } = house;
  if (!(mail instanceof Outbox) || !isLoopback(config.host)) return;
  app.get('/dev/outbox', async (request, reply) => {
    refuseOthers(request);
    const names = (await mail.list()).slice(0, SHOWN_MAX);
    const mails = (await Promise.all(names.map((name) => mail.read(name)))).filter((found) => found !== null);
    return show(reply, listPage(config.product.name, mails));
  });
  app.get<{ Params: { name: string } }>('/dev/outbox/:name', async (request, reply) => {
    refuseOthers(request);
    const { name } = request.params;
    const found = await mail.read(name.replace(/\.eml$/, ''));
    const source = found && (await mail.source(found.name));
    if (found === null || source === null) throw notFound('Mail');
    if (name.endsWith('.eml'))
      return reply.type('text/plain; charset=utf-8').header('cache-control', 'no-store').send(source);
    return show(reply, mailPage(config.product.name, found, headersOf(source)));
  });
}

// A proxy on this machine would let everybody in, and so would a page elsewhere whose name was made to lead here.
function refuseOthers({ headers }: FastifyRequest): void {
  const host = `http://${headers.host ?? ''}`;
  const here = URL.canParse(host) && isLoopback(new URL(host).hostname.replace(/^\[|\]$/g, ''));
  if (!here || headers.forwarded !== undefined || headers['x-forwarded-for'] !== undefined)
    throw notFound('Page');
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
