import { createHash, randomBytes } from 'node:crypto';

/**
 * Opaque tokens of sessions and mailed links. They are random, and only their SHA-256 is stored. See
 * docs/decisions/004.
 */

const TOKEN_BYTES = 32;

/** Creates a token of 256 random bits, and the hash to store. */
export function newToken(): { readonly token: string; readonly hash: string } {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  return { token, hash: hashToken(token) };
}

/** The SHA-256 of a token, in hex. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** The token of an `Authorization` header: `Bearer x`, or just `x` from older clients. Null if there is none. */
export function tokenOf(header: string | undefined): string | null {
  const token = header?.replace(/^bearer +/i, '').trim();
  return token || null;
}
