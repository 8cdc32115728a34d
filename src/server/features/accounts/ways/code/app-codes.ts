import { Secret, TOTP } from 'otpauth';
import { CODES } from '#contract/sign-in/ways/code.ts';
import { SECOND_MS } from '#newsletter/values/durations.ts';

/** Codes of authenticator apps (RFC 6238). Pure but for chance. */

/** RFC 4226 recommends 160 bits. */
const SECRET_BYTES = 20;
/** Clocks of phones go wrong, and people type slowly: the codes before and after count as well. */
const WINDOW = 1;

/** A secret for an app, in base32. */
export function newAppSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** The address that an app reads from a picture. `account` tells it from others of the same product. */
export function uriOf(secret: string, issuer: string, account: string): string {
  return totpOf(secret, issuer, account).toString();
}

/** The period whose code this is, in periods since 1970; null if it is none of now. Takes the same time for any code. */
export function periodOf(code: string, secret: string, now: Date): number | null {
  const delta = totpOf(secret).validate({ token: code, timestamp: now.getTime(), window: WINDOW });
  return delta === null ? null : Math.floor(now.getTime() / (CODES.periodSeconds * SECOND_MS)) + delta;
}

function totpOf(secret: string, issuer = '', account = ''): TOTP {
  const { algorithm, digits, periodSeconds: period } = CODES;
  return new TOTP({ issuer, label: account, secret: Secret.fromBase32(secret), algorithm, digits, period });
}
