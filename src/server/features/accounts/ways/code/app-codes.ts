import { Secret, TOTP } from 'otpauth';
import { CODES } from '#contract/sign-in/ways/code.ts';
import { SECOND_MS } from '#newsletter/values/durations.ts';

/** Codes of authenticator apps (RFC 6238). Pure except for randomness. */

/** RFC 4226 recommends 160 bits. */
const SECRET_BYTES = 20;
/** Phones' clocks are off, and people type slowly: the codes before and after count as well. */
const WINDOW = 1;

/** A secret for an app, in base32. */
export function newAppSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** The address that an app reads from a picture. `account` distinguishes it from others of the same product. */
export function uriOf(secret: string, issuer: string, account: string): string {
  return totpOf(secret, issuer, account).toString();
}

/** The period of this code, counted in periods since 1970; null if it is not valid now. Takes the same time for any code. */
export function periodOf(code: string, secret: string, now: Date): number | null {
  const delta = totpOf(secret).validate({ token: code, timestamp: now.getTime(), window: WINDOW });
  return delta === null ? null : Math.floor(now.getTime() / (CODES.periodSeconds * SECOND_MS)) + delta;
}

function totpOf(secret: string, issuer = '', account = ''): TOTP {
  const { algorithm, digits, periodSeconds: period } = CODES;
  return new TOTP({ issuer, label: account, secret: Secret.fromBase32(secret), algorithm, digits, period });
}
