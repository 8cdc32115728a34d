import type { FastifyInstance } from 'fastify';

/** Leads from a page's path with a slash at its end, as some programs and people write addresses, to the page. */
export function leadFromSlash(app: FastifyInstance, path: string): void {
  app.get(`${path}/`, async (request, reply) => {
    const [asked = '', ...query] = request.url.split('?');
    return await reply.redirect([asked.replace(/\/+$/, ''), ...query].join('?'), 301);
  });
}
