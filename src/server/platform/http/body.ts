import type { FastifyInstance } from 'fastify';

// An escaped NUL, which PostgreSQL's text cannot hold, or half of a surrogate pair, which its jsonb cannot.
const UNSTORABLE = /\\u(?:0000|d[89a-f])/i;

/** Characters that no database column can hold are left out; everything else stays as it is. */
export function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

/**
 * Reads JSON bodies. An empty body is none, as clients send it that name the type of every request. `__proto__` and
 * `constructor.prototype` are refused.
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
        // Nested too deep for the second look.
        done(Object.assign(new Error('Body nested too deep'), { statusCode: 400 }), undefined);
      }
    });
  });
}
