import type { FastifyInstance } from 'fastify';
import { ERROR_MESSAGES } from '#contract/errors.ts';
import { badRequest } from './errors.ts';

// An escaped NUL, which PostgreSQL's text cannot hold, or half of a surrogate pair, which its jsonb cannot.
const UNSTORABLE = /\\u(?:0000|d[89a-f])/i;

/** Removes characters that PostgreSQL cannot store. */
export function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

// Other encodings would lose letters without a word.
const UTF_8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Parses JSON bodies. An empty body counts as none, because some clients send the content type with every request.
 * Rejects what is not UTF-8, `__proto__` and `constructor.prototype`.
 */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes: Buffer, done) => {
    let body: string;
    try {
      body = UTF_8.decode(bytes);
    } catch {
      return done(badRequest(ERROR_MESSAGES.encoding), undefined);
    }
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
