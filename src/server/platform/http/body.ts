import type { FastifyInstance } from 'fastify';
import { ERROR_MESSAGES } from '#contract/errors.ts';
import { excessIn } from '#server/platform/gate/body-shape.ts';
import { badRequest, tooLarge } from './errors.ts';

/** The default size limit of a JSON body, in bytes. Source: docs/requirements/calls.md 4.1. */
export const BODY_LIMIT = 64 * 1024;

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
 * Rejects what is not UTF-8, more than any call needs, `__proto__` and `constructor.prototype`.
 */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes: Buffer, done) => {
    const excess = excessIn(bytes);
    if (excess === 'structure') return done(badRequest(ERROR_MESSAGES.malformed), undefined);
    if (excess === 'tags') return done(tooLarge(), undefined);
    let body: string;
    try {
      body = UTF_8.decode(bytes);
    } catch {
      return done(badRequest(ERROR_MESSAGES.encoding), undefined);
    }
    if (body.trim() === '') return done(null, undefined);
    const parseNow = (parsed: typeof done) =>
      parse(request, body, (error, value) => {
        if (error !== null || !UNSTORABLE.test(body)) return parsed(error, value);
        parsed(
          null,
          JSON.parse(body, (_, each: unknown) => (typeof each === 'string' ? storable(each) : each)),
        );
      });
    if (bytes.length <= BODY_LIMIT) parseNow(done);
    else done(null, new LargeBody(parseNow));
  });
}

type Parse = (parsed: (error: Error | null, value?: unknown) => void) => void;

/** A large body that is not parsed yet: that waits for the call's turn. */
export class LargeBody {
  readonly #parse: Parse;

  constructor(parse: Parse) {
    this.#parse = parse;
  }

  /** Throws the 400 for what is no JSON. */
  async parse(): Promise<unknown> {
    return await new Promise((resolve, reject) => {
      this.#parse((error, value) => (error === null ? resolve(value) : reject(error)));
    });
  }
}
