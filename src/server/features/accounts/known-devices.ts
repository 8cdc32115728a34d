import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { peopleRoutes } from '#contract/people.ts';
import { pathOf } from '#contract/route.ts';
import type { AppContext } from '#server/context.ts';
import { secretOf } from '#server/platform/secrets.ts';

/**
 * Devices on which somebody has signed in before: their tries to log in are counted apart, so that nobody who guesses
 * passwords behind the same address locks them out. A cookie names the device and proves, by a signature for each
 * account, where it has signed in. It lets nobody in and is sent with log-ins alone. See docs/decisions/004.
 */

const COOKIE = 'known_device';
const SECRET = 'known-device';
const YEAR_SECONDS = 365 * 24 * 3600;
// A device that is shared by a whole staff room.
const ACCOUNTS_MOST = 10;
// 128 bits: not to be guessed.
const PART_BYTES = 16;
// The device's id, then the signatures.
const VALUE = /^[\w-]{22}(?:\.[\w-]{22}){1,10}$/;

interface Device {
  readonly id: string;
  readonly signatures: readonly string[];
}

/** The id of a device that has signed in to this account before; null for any other. */
export async function knownDevice(
  context: AppContext,
  cookies: string | undefined,
  email: string,
): Promise<string | null> {
  const device = deviceOf(cookies);
  if (device === null) return null;
  const expected = await sign(context, device.id, email);
  const known = device.signatures.some((each) => timingSafeEqual(Buffer.from(each), Buffer.from(expected)));
  return known ? device.id : null;
}

/** The `Set-Cookie` header after a log-in. What cannot be read is replaced. */
export async function rememberDevice(
  context: AppContext,
  cookies: string | undefined,
  email: string,
): Promise<string> {
  const { id, signatures } = deviceOf(cookies) ?? {
    id: randomBytes(PART_BYTES).toString('base64url'),
    signatures: [],
  };
  const mine = await sign(context, id, email);
  const latest = [mine, ...signatures.filter((each) => each !== mine)].slice(0, ACCOUNTS_MOST);
  return [
    `${COOKIE}=${[id, ...latest].join('.')}`,
    `Path=${pathOf(peopleRoutes.login)}`,
    `Max-Age=${YEAR_SECONDS}`,
    'HttpOnly',
    'SameSite=Strict',
    ...(context.config.publicUrl.startsWith('https:') ? ['Secure'] : []),
  ].join('; ');
}

function deviceOf(cookies: string | undefined): Device | null {
  const value = new RegExp(`(?:^|; *)${COOKIE}=([^;]*)`).exec(cookies ?? '')?.[1] ?? '';
  if (!VALUE.test(value)) return null;
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
