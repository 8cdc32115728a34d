import type { FastifyInstance } from 'fastify';

// An escaped NUL, which PostgreSQL's text cannot hold, or half of a surrogate pair, which its jsonb cannot.
const UNSTORABLE = /\\u(?:0000|d[89a-f])/i;

/** Removes characters that PostgreSQL cannot store. */
export function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

/**
 * Parses JSON bodies. An empty body counts as none, because some clients send the content type with every request.
 * Rejects `__proto__` and `constructor.prototype`.
 */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    if (body.trim() === '') return done(null, undefined);
    parse(request, body, (error, value) => {
      if (error !== null || !UNSTORABLE.test(body)) return done(error, value);
      try {
        done(
          null,
          JSON.parse(body, (_, each: unknown) => (typeof each === 'string' ? storable(each) : each)),
        );
      } catch {
        // The body is nested too deep for the second parse.
        done(Object.assign(new Error('Body nested too deep'), { statusCode: 400 }), undefined);
      }
    });
  });
}
