import { createHmac, randomBytes } from 'node:crypto';
import { peopleRoutes } from '#contract/people.ts';
import { pathOf } from '#contract/route.ts';
import type { AppContext } from '#server/context.ts';
import { isSame } from '#server/platform/is-same.ts';
import { secretOf } from '#server/platform/secrets.ts';
import { CallCookie } from './call-cookie.ts';

/**
 * Devices that have signed in before. Their login attempts are counted separately, so that somebody who guesses
 * passwords from the same IP address does not lock them out. A cookie holds the device's id and one signature for each
 * account that has signed in on it. It grants no access and is only sent with logins. See docs/decisions/004.
 */

const SECRET = 'known-device';
const YEAR_SECONDS = 365 * 24 * 3600;
// Enough for a device shared by a whole staff room.
const ACCOUNTS_MAX = 10;
// 128 bits: cannot be guessed.
const PART_BYTES = 16;
// The device's id, then the signatures.
const VALUE = /^[\w-]{22}(?:\.[\w-]{22}){1,10}$/;
const COOKIE = new CallCookie({
  name: 'known_device',
  path: pathOf(peopleRoutes.login),
  value: VALUE,
  maxAgeSeconds: YEAR_SECONDS,
});

interface Device {
  readonly id: string;
  readonly signatures: readonly string[];
}

/** The device's id if it has signed in to this account before, else null. */
export async function findKnownDevice(
  context: AppContext,
  cookies: string | undefined,
  email: string,
): Promise<string | null> {
  const device = parseDevice(cookies);
  if (device === null) return null;
  const expected = await sign(context, device.id, email);
  const known = device.signatures.some((each) => isSame(each, expected));
  return known ? device.id : null;
}

/** The `Set-Cookie` header after a login. An unreadable cookie is replaced. */
export async function rememberDevice(
  context: AppContext,
  cookies: string | undefined,
  email: string,
): Promise<string> {
  const { id, signatures } = parseDevice(cookies) ?? {
    id: randomBytes(PART_BYTES).toString('base64url'),
    signatures: [],
  };
  const signature = await sign(context, id, email);
  const latest = [signature, ...signatures.filter((each) => each !== signature)].slice(0, ACCOUNTS_MAX);
  return COOKIE.header(context.config, [id, ...latest].join('.'));
}

function parseDevice(cookies: string | undefined): Device | null {
  const value = COOKIE.read(cookies);
  if (value === null) return null;
  const [id = '', ...signatures] = value.split('.');
  return { id, signatures };
}

async function sign(context: AppContext, deviceId: string, email: string): Promise<string> {
  const hmac = createHmac('sha256', await secretOf(context, SECRET));
  return hmac
    .update(JSON.stringify([deviceId, email]))
    .digest()
    .subarray(0, PART_BYTES)
    .toString('base64url');
}
