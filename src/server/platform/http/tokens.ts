import { createHash, randomBytes } from 'node:crypto';

/** Opaque tokens of sessions and mailed links: random, and stored only as their SHA-256. See docs/decisions/004. */

const TOKEN_BYTES = 32;

/** A token of 256 random bits for its holder, and the hash under which it is found again. */
export function newToken(): { readonly token: string; readonly hash: string } {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  return { token, hash: hashToken(token) };
}

/** The SHA-256 of a token, in hex. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** The token of an `Authorization` header: `Bearer x`, or bare as older clients send it. Null where there is none. */
export function tokenOf(header: string | undefined): string | null {
  const token = header?.replace(/^bearer +/i, '').trim();
  return token || null;
}
