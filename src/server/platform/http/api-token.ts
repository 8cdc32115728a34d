import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { FastifyReply } from 'fastify';
import { TOKEN_CALLS, TOKEN_PREFIX, type TokenScope } from '#contract/api/scopes.ts';
import { SCOPE_MISSING, TOKEN_INVALID, TOKEN_MESSAGES, TOKEN_REFUSED } from '#contract/api/tokens.ts';
import type { Route } from '#contract/route.ts';
import type { AppContext } from '#server/context.ts';
import { Refusal, tooMany } from './errors.ts';
import type { AuthenticatedCaller } from './handle.ts';
import { hashToken } from './tokens.ts';

/**
 * API tokens: `ink_`, 43 random letters and digits (256 bits), and six that are a checksum of the rest, so that a
 * secret scanner, and this program, recognise a real one without the database.
 */

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_LENGTH = 43;
const CHECK_LENGTH = 6;
const HINT_LENGTH = 4;
const FORM = new RegExp(`^${TOKEN_PREFIX}([0-9A-Za-z]{${RANDOM_LENGTH}})([0-9A-Za-z]{${CHECK_LENGTH}})$`);
// The highest multiple of 62 in a byte, so that all characters are equally likely.
const FAIR_BELOW = 248;

/** A valid token: its caller, its scopes, and its calls in this minute. */
export interface AuthenticatedToken extends AuthenticatedCaller {
  readonly scopes: readonly string[];
  readonly calls: { readonly count: number; readonly resetsIn: number };
}

/** Finds the school and the maker of an API token in the database, and counts the call; null if it is invalid or has expired. */
export type AuthenticateToken = (context: AppContext, token: string) => Promise<AuthenticatedToken | null>;

/** Creates a token, the hash to store, and its last characters. */
export function newApiToken(): { readonly token: string; readonly hash: string; readonly hint: string } {
  let random = '';
  while (random.length < RANDOM_LENGTH)
    for (const byte of randomBytes(RANDOM_LENGTH))
      if (byte < FAIR_BELOW && random.length < RANDOM_LENGTH) random += ALPHABET.charAt(byte % 62);
  const token = TOKEN_PREFIX + random + checkOf(random);
  return { token, hash: hashToken(token), hint: token.slice(-HINT_LENGTH) };
}

function checkOf(random: string): string {
  let remainder = crc32(random);
  let check = '';
  for (let length = 0; length < CHECK_LENGTH; length += 1) {
    check = ALPHABET.charAt(remainder % 62) + check;
    remainder = Math.floor(remainder / 62);
  }
  return check;
}

/** Whether a text has the form of an API token, with the right checksum. */
function isApiToken(text: string): boolean {
  const [, random = '', check] = FORM.exec(text) ?? [];
  return random !== '' && checkOf(random) === check;
}

// A session's token may happen to begin like an API token.
const OF_SESSION = /^[\w-]{43}$/;

/**
 * The API token of an `Authorization` header, after `Bearer` alone; null if there is none. A mistyped or truncated one
 * counts, so that the error can say which token it is.
 */
export function apiTokenOf(header: string | undefined): string | null {
  const token = /^bearer +(\S+)$/i.exec(header?.trim() ?? '')?.[1] ?? '';
  return token.startsWith(TOKEN_PREFIX) && !OF_SESSION.test(token) ? token : null;
}

/** Finds the caller of a token, and sends the number of calls left. Throws 401, 429, and the 403 for a call without its scope. */
export async function admitToken(
  context: AppContext,
  row: Route,
  reply: FastifyReply,
  { token, authenticate }: { readonly token: string; readonly authenticate: AuthenticateToken },
): Promise<AuthenticatedCaller> {
  const found = isApiToken(token) ? await authenticate(context, token) : null;
  if (found === null) throw invalidToken();
  const { count, resetsIn } = found.calls;
  const { max, windowSeconds } = TOKEN_CALLS;
  reply.headers({
    'ratelimit-policy': `"calls";q=${max};w=${windowSeconds}`,
    ratelimit: `"calls";r=${Math.max(0, max - count)};t=${resetsIn}`,
  });
  if (count > max) throw tooMany(resetsIn, TOKEN_MESSAGES.tooMany);
  requireScope(row.token, found.scopes);
  return found;
}

function invalidToken(): Refusal {
  const headers = { 'www-authenticate': 'Bearer error="invalid_token"' };
  return new Refusal(401, { error_message: TOKEN_MESSAGES.invalid, error_code: TOKEN_INVALID }, headers);
}

function requireScope(needed: TokenScope | undefined, scopes: readonly string[]): void {
  if (needed === undefined)
    throw new Refusal(403, { error_message: TOKEN_MESSAGES.refused, error_code: TOKEN_REFUSED });
  if (scopes.includes(needed)) return;
  const headers = { 'www-authenticate': `Bearer error="insufficient_scope", scope="${needed}"` };
  throw new Refusal(
    403,
    { error_message: TOKEN_MESSAGES.missing(needed), error_code: SCOPE_MISSING, scope: needed },
    headers,
  );
}
