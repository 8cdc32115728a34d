import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { BILLING_MESSAGES } from '#contract/billing.ts';
import {
  CODE_REQUIRED,
  CONFIRM_NEEDED,
  ERROR_MESSAGES,
  type ErrorBody,
  notFoundMessage,
  PASSWORD_CHANGE_REQUIRED,
  SECOND_FACTOR_DUE,
  UPLOAD_MESSAGES,
} from '#contract/errors.ts';
import { SCHOOL_SUSPENDED, suspendedMessage } from '#contract/rules/suspension.ts';
import { PROVIDER_MESSAGES, PROVIDER_REQUIRED } from '#contract/sign-in/providers.ts';
import { askedBy } from '#contract/sign-in/ways.ts';
import {
  DatabaseUnavailable,
  DiskFull,
  namedError,
  TookTooLong,
  UniqueViolation,
} from '#server/platform/db/errors.ts';
import { FileStoreUnavailable } from '#server/platform/files/store-unavailable.ts';
import { PaymentsMisconfigured, PaymentsUnavailable } from '#server/platform/payments/payments.ts';

/** An error answer to a call. Features create it with the functions below and throw it. */
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

/** 400 with messages by field: `invalid({ email: 'A valid email address is required' })`. */
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

/** 401: no token, or an invalid or expired one. */
export function signInNeeded(): Refusal {
  return new Refusal(401, { error_message: ERROR_MESSAGES.signIn }, { 'www-authenticate': 'Bearer' });
}

/** 401: a program has not proved who it is. */
export function notProved(message: string): Refusal {
  return new Refusal(401, { error_message: message }, { 'www-authenticate': 'Basic, Bearer' });
}

/** 402: the school's trial has ended, or its plan has. */
export function planEnded(wasTrial: boolean): Refusal {
  return new Refusal(402, { error_message: wasTrial ? ERROR_MESSAGES.trialEnded : ERROR_MESSAGES.planEnded });
}

/** 403: signed in, but the role does not allow it. */
export function forbidden(message: string = ERROR_MESSAGES.forbidden): Refusal {
  return new Refusal(403, { error_message: message });
}

/** 403: a suspended school may not do this. */
export function suspended(why: string): Refusal {
  return new Refusal(403, { error_message: suspendedMessage(why), error_code: SCHOOL_SUSPENDED });
}

/** 403 until the person has changed a temporary password. */
export function passwordChangeDue(): Refusal {
  return new Refusal(403, {
    error_message: ERROR_MESSAGES.passwordChange,
    error_code: PASSWORD_CHANGE_REQUIRED,
  });
}

/** 403 until the session has shown the second factor that the school asks for. */
export function secondFactorDue(): Refusal {
  return new Refusal(403, { error_message: ERROR_MESSAGES.secondFactorDue, error_code: SECOND_FACTOR_DUE });
}

/** 403: the person must confirm who they are, in one of these ways. Without any they must log in again. */
export function confirmNeeded(ways: readonly string[]): Refusal {
  return new Refusal(403, {
    error_message: ERROR_MESSAGES.confirmNeeded,
    error_code: CONFIRM_NEEDED,
    ways: [...ways],
  });
}

/** 403: the password is right, and one of these ways must follow. `step` is the second step's token. */
export function codeRequired(step: string, ways: readonly string[]): Refusal {
  return new Refusal(403, {
    error_message: askedBy(ways),
    error_code: CODE_REQUIRED,
    second_step: step,
    ways: [...ways],
  });
}

/** 403: the password is right, but the person's school requires another way to sign in. */
export function providerRequired(name: string): Refusal {
  return new Refusal(403, {
    error_message: PROVIDER_MESSAGES.required(name),
    error_code: PROVIDER_REQUIRED,
  });
}

/** 404 'Newsletter not found', for missing things and for those of other schools. */
export function notFound(noun: string): Refusal {
  return new Refusal(404, { error_message: notFoundMessage(noun) });
}

/**
 * 409: a conflict with the current state. `stored` is the newer newsletter that a save found, `missing` the deleted files
 * that publishing found, `begun` the same draft.
 */
export function conflict(
  message: string,
  more: {
    readonly field?: string;
    readonly stored?: unknown;
    readonly missing?: readonly string[];
    readonly begun?: { readonly id: string; readonly title: string };
  } = {},
): Refusal {
  const errors = more.field === undefined ? {} : { errors: { [more.field]: [message] } };
  const stored = more.stored === undefined ? {} : { news_letter: more.stored };
  const missing = more.missing === undefined ? {} : { missing_files: [...more.missing] };
  const begun = more.begun === undefined ? {} : { begun: more.begun };
  return new Refusal(409, { error_message: message, ...errors, ...stored, ...missing, ...begun });
}

/** 409: another account has the address. */
export function emailTaken(): Refusal {
  return conflict(ERROR_MESSAGES.emailTaken, { field: 'email' });
}

/** 408: the body arrives too slowly. Closes the connection, since browsers would otherwise retry by themselves. */
export function tooSlow(): Refusal {
  return new Refusal(408, { error_message: UPLOAD_MESSAGES.tooSlow }, { connection: 'close' });
}

/** 413: a body, a file, or all files of a school are too large. */
export function tooLarge(message: string = ERROR_MESSAGES.tooLarge): Refusal {
  return new Refusal(413, { error_message: message });
}

/** 415: a content type that is not accepted. */
export function unsupportedType(message: string = UPLOAD_MESSAGES.fileType): Refusal {
  return new Refusal(415, { error_message: message });
}

/** 429, with the time to wait. */
export function tooMany(retryAfterSeconds: number, message: string = ERROR_MESSAGES.tooMany): Refusal {
  return new Refusal(
    429,
    { error_message: message },
    { 'retry-after': String(Math.max(1, Math.ceil(retryAfterSeconds))) },
  );
}

/** 503: something that the call needs does not answer. */
export function unavailable(message: string = ERROR_MESSAGES.databaseAway): Refusal {
  return new Refusal(503, { error_message: message }, { 'retry-after': '5' });
}

/** 507: no disk space; nothing was changed. */
function diskFull(): Refusal {
  return new Refusal(507, { error_message: ERROR_MESSAGES.diskFull });
}

// The multipart parser's own errors carry no status.
const BROKEN_MULTIPART = /^Multipart: |unexpected end of multipart data/i;
const ALREADY_THERE = 'This is there already';
const serverError = () => new Refusal(500, { error_message: ERROR_MESSAGES.server });

/** Converts any error to an answer. The only place where errors become HTTP. */
export function refusalFor(thrown: unknown): Refusal {
  if (isClientDisconnected(thrown)) return badRequest(ERROR_MESSAGES.malformed);
  const error = namedError(thrown);
  if (error instanceof Refusal) return error;
  if (error instanceof DatabaseUnavailable) return unavailable();
  if (error instanceof TookTooLong) return unavailable(ERROR_MESSAGES.busy);
  if (error instanceof FileStoreUnavailable) return unavailable(ERROR_MESSAGES.filesAway);
  if (error instanceof DiskFull) return diskFull();
  if (error instanceof PaymentsUnavailable) return unavailable(BILLING_MESSAGES.away);
  if (error instanceof PaymentsMisconfigured) return unavailable(BILLING_MESSAGES.misconfigured);
  if (error instanceof UniqueViolation) {
    return error.constraint === 'users_email_unique' ? emailTaken() : conflict(ALREADY_THERE);
  }
  if (error instanceof Error && BROKEN_MULTIPART.test(error.message))
    return badRequest(ERROR_MESSAGES.malformed);
  return error instanceof Error && 'statusCode' in error ? refusalForStatus(error.statusCode) : serverError();
}

// Node.js reports an incomplete body this way. An error of another socket names its operation: 'read ECONNRESET'.
function isClientDisconnected(error: unknown): boolean {
  return (
    error instanceof Error && error.message === 'aborted' && 'code' in error && error.code === 'ECONNRESET'
  );
}

// Errors of Fastify and its plugins: a malformed body, too many parts, a type without a parser.
function refusalForStatus(status: unknown): Refusal {
  if (status === 413) return tooLarge();
  if (status === 415 || status === 406) return unsupportedType(ERROR_MESSAGES.malformed);
  if (status === 404) return notFound('Page');
  if (typeof status === 'number' && status >= 400 && status < 500)
    return new Refusal(status, { error_message: ERROR_MESSAGES.malformed });
  return serverError();
}

const OF_CONTENT = [
  'content-disposition',
  'content-length',
  'content-range',
  'content-encoding',
  'accept-ranges',
  'etag',
];
const JSON_TYPE = 'application/json; charset=utf-8';

/** Fastify's error handler. Logs the cause of 5xx answers with the request id. */
export function answerError(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = refusalFor(error);
  if (isClientDisconnected(error)) request.log.info('the caller went away');
  // A refusal is intended: its stack is useless, and there may be thousands in seconds.
  if (error instanceof Refusal && refusal.status >= 500)
    request.log.warn({ status: refusal.status, reason: refusal.message }, 'refused');
  else if (refusal.status >= 500) request.log.error({ err: error }, 'failed');
  // A stream that fails before its first byte leaves the headers of the intended answer.
  for (const name of OF_CONTENT) {
    reply.removeHeader(name);
    if (!reply.raw.headersSent) reply.raw.removeHeader(name);
  }
  reply.code(refusal.status).headers(refusal.headers).header('cache-control', 'no-store');
  reply.type(JSON_TYPE).send(refusal.body);
}
