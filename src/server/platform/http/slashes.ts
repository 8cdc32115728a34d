import type { FastifyInstance } from 'fastify';

/** Redirects a page's path with a final slash, which some programs and people add, to the page. */
export function leadFromSlash(app: FastifyInstance, path: string): void {
  app.get(`${path}/`, async (request, reply) => {
    const [asked = '', ...query] = request.url.split('?');
    return await reply.redirect([asked.replace(/\/+$/, ''), ...query].join('?'), 301);
  });
}
