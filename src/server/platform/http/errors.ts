import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { BILLING_MESSAGES } from '#contract/billing.ts';
import {
  ERROR_MESSAGES,
  type ErrorBody,
  notFoundMessage,
  PASSWORD_CHANGE_REQUIRED,
} from '#contract/errors.ts';
import { DatabaseAway, DiskFull, namedError, UniqueViolation } from '#server/platform/db/errors.ts';
import { PaymentsAway, PaymentsMisconfigured } from '#server/platform/payments/payments.ts';

/** A call that is answered with something else than success. Features throw it by the functions below. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  readonly body: ErrorBody;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, body: ErrorBody, headers: Readonly<Record<string, string>> = {}) {
    super(body.error_message);
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

/** 400 with what is wrong with each field: `invalid({ email: 'A valid email address is required' })`. */
export function invalid(
  fields: Readonly<Record<string, string | readonly string[]>>,
  message?: string,
): Refusal {
  const errors = Object.fromEntries(
    Object.entries(fields).map(([path, wrong]) => [path, typeof wrong === 'string' ? [wrong] : [...wrong]]),
  );
  const messages = Object.values(errors).flat();
  const only = messages.length === 1 ? messages[0] : undefined;
  return new Refusal(400, { error_message: message ?? only ?? ERROR_MESSAGES.invalid, errors });
}

/** 400 with one sentence. */
export function badRequest(message: string): Refusal {
  return new Refusal(400, { error_message: message });
}

/** 401: no token, or one that is not good (any more). */
export function signInNeeded(): Refusal {
  return new Refusal(401, { error_message: ERROR_MESSAGES.signIn }, { 'www-authenticate': 'Bearer' });
}

/** 402: the school's trial has ended, or its plan has. */
export function planEnded(wasTrial: boolean): Refusal {
  return new Refusal(402, { error_message: wasTrial ? ERROR_MESSAGES.trialEnded : ERROR_MESSAGES.planEnded });
}

/** 403: signed in, but the role may not. */
export function forbidden(message: string = ERROR_MESSAGES.forbidden): Refusal {
  return new Refusal(403, { error_message: message });
}

/** 403 until the person has chosen a password of their own. */
export function passwordChangeDue(): Refusal {
  return new Refusal(403, {
    error_message: ERROR_MESSAGES.passwordChange,
    error_code: PASSWORD_CHANGE_REQUIRED,
  });
}

/** 404 'Newsletter not found', for what is not there and for what belongs to another school. */
export function notFound(noun: string): Refusal {
  return new Refusal(404, { error_message: notFoundMessage(noun) });
}

/**
 * 409: somebody was first, or it is already so. `stored` is the newsletter that a save found instead, `missing` the files that
 * a publish found deleted.
 */
export function conflict(
  message: string,
  more: { readonly field?: string; readonly stored?: unknown; readonly missing?: readonly string[] } = {},
): Refusal {
  const errors = more.field === undefined ? {} : { errors: { [more.field]: [message] } };
  const stored = more.stored === undefined ? {} : { news_letter: more.stored };
  const missing = more.missing === undefined ? {} : { missing_files: [...more.missing] };
  return new Refusal(409, { error_message: message, ...errors, ...stored, ...missing });
}

/** 409: the address is another account's. */
export function emailTaken(): Refusal {
  return conflict(ERROR_MESSAGES.emailTaken, { field: 'email' });
}

/** 408: a body that hardly comes. The connection is closed, or browsers would send it once more by themselves. */
export function tooSlow(): Refusal {
  return new Refusal(408, { error_message: ERROR_MESSAGES.tooSlow }, { connection: 'close' });
}

/** 413: a body, a file, or all of a school's files. */
export function tooLarge(message: string = ERROR_MESSAGES.tooLarge): Refusal {
  return new Refusal(413, { error_message: message });
}

/** 415: a content type that is not taken here. */
export function unsupportedType(message: string = ERROR_MESSAGES.fileType): Refusal {
  return new Refusal(415, { error_message: message });
}

/** 429, with how long to wait. */
export function tooMany(retryAfterSeconds: number, message: string = ERROR_MESSAGES.tooMany): Refusal {
  return new Refusal(
    429,
    { error_message: message },
    { 'retry-after': String(Math.max(1, Math.ceil(retryAfterSeconds))) },
  );
}

/** 503: something that the call needs does not answer just now. */
export function unavailable(message: string = ERROR_MESSAGES.databaseAway): Refusal {
  return new Refusal(503, { error_message: message }, { 'retry-after': '5' });
}

/** 507: no space for the write; nothing was changed. */
function diskFull(): Refusal {
  return new Refusal(507, { error_message: ERROR_MESSAGES.diskFull });
}

// The multipart parser's own errors carry no status.
const BROKEN_MULTIPART = /^Multipart: |unexpected end of multipart data/i;
const ALREADY_THERE = 'This is there already';
const serverError = () => new Refusal(500, { error_message: ERROR_MESSAGES.server });

/** What an error is answered with: the only place where errors become HTTP. */
export function refusalFor(thrown: unknown): Refusal {
  const error = namedError(thrown);
  if (error instanceof Refusal) return error;
  if (error instanceof DatabaseAway) return unavailable();
  if (error instanceof DiskFull) return diskFull();
  if (error instanceof PaymentsAway) return unavailable(BILLING_MESSAGES.away);
  if (error instanceof PaymentsMisconfigured) return unavailable(BILLING_MESSAGES.misconfigured);
  if (error instanceof UniqueViolation) {
    return error.constraint === 'users_email_unique' ? emailTaken() : conflict(ALREADY_THERE);
  }
  if (error instanceof Error && BROKEN_MULTIPART.test(error.message))
    return badRequest(ERROR_MESSAGES.malformed);
  return error instanceof Error && 'statusCode' in error ? refusalForStatus(error.statusCode) : serverError();
}

// What Fastify and its plugins refuse by themselves: a broken body, too many parts, a type without a parser.
function refusalForStatus(status: unknown): Refusal {
  if (status === 413) return tooLarge();
  if (status === 415 || status === 406) return unsupportedType(ERROR_MESSAGES.malformed);
  if (status === 404) return notFound('Page');
  if (typeof status === 'number' && status >= 400 && status < 500)
    return new Refusal(status, { error_message: ERROR_MESSAGES.malformed });
  return serverError();
}

/** Fastify's error handler: answers, and logs the cause of what is the server's own fault under the request's id. */
export function answerError(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = refusalFor(error);
  if (refusal.status >= 500) request.log.error({ err: error }, 'failed');
  reply.code(refusal.status).headers(refusal.headers).header('cache-control', 'no-store').send(refusal.body);
}
