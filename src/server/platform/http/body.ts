import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ERROR_MESSAGES } from '#contract/errors.ts';
import { excessIn } from '#server/platform/gate/body-shape.ts';
import { badRequest, Refusal, tooLarge } from './errors.ts';

/** The default size limit of a JSON body, in bytes. Source: docs/requirements/calls.md 4.1. */
export const BODY_LIMIT = 64 * 1024;

// An escaped NUL, which PostgreSQL's text cannot hold, or half of a surrogate pair, which its jsonb cannot.
const UNSTORABLE = /\\u(?:0000|d[89a-f])/i;

/** Removes characters that PostgreSQL cannot store. */
export function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

// Other encodings would silently lose letters.
const UTF_8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Parses JSON bodies. An empty body counts as none, because some clients send the content type with every request.
 * Rejects bodies that are not UTF-8, exceed what any call needs, or contain `__proto__` or `constructor.prototype`.
 */
export function readJsonBodies(app: FastifyInstance): void {
  const parseText = app.getDefaultJsonParser('error', 'error');
  const parse = (request: FastifyRequest, bytes: Buffer, parsed: Parsed) => {
    let body: string;
    try {
      body = textOf(bytes);
    } catch (error) {
      return parsed(error instanceof Refusal ? error : badRequest(ERROR_MESSAGES.encoding));
    }
    if (body.trim() === '') return parsed(null, undefined);
    parseText(request, body, (error, value) => {
      if (error !== null || !UNSTORABLE.test(body)) return parsed(error, value);
      parsed(
        null,
        JSON.parse(body, (_, each: unknown) => (typeof each === 'string' ? storable(each) : each)),
      );
    });
  };
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes: Buffer, done) => {
    if (bytes.length <= BODY_LIMIT) parse(request, bytes, done);
    else done(null, new LargeBody((parsed) => parse(request, bytes, parsed)));
  });
}

/** Decodes a body. Throws a refusal if it exceeds what any call needs, and an error if it is not UTF-8. */
function textOf(bytes: Buffer): string {
  const excess = excessIn(bytes);
  if (excess === 'structure') throw badRequest(ERROR_MESSAGES.malformed);
  if (excess === 'tags') throw tooLarge();
  return UTF_8.decode(bytes);
}

type Parsed = (error: Error | null, value?: unknown) => void;

/** A large body that is not parsed yet: it waits for the call's turn. */
export class LargeBody {
  readonly #parse: (parsed: Parsed) => void;

  constructor(parse: (parsed: Parsed) => void) {
    this.#parse = parse;
  }

  /** Throws the 400 for invalid JSON, and the refusals of bodies that exceed what any call needs. */
  async parse(): Promise<unknown> {
    return await new Promise((resolve, reject) => {
      this.#parse((error, value) => (error === null ? resolve(value) : reject(error)));
    });
  }
}
