import type { JWTVerifyGetKey } from 'jose';
import { z } from 'zod';
import { ERROR_MESSAGES } from '#contract/errors.ts';
import { HOUR_MS, SECOND_MS } from '#newsletter/values/durations.ts';
import type { ProviderSettings } from '#server/config-providers.ts';
import type { AppContext } from '#server/context.ts';
import { deleteSession } from '#server/data/sessions.ts';
import { badRequest } from '#server/platform/http/errors.ts';
import { agoOf, isOfIssuer, SKEW_MS, storableWord, storedSid } from './claims.ts';
import { type ProviderClients, SKEW_SECONDS, TIMEOUT_MS } from './clients.ts';
import { sessionsAtProvider } from './identities.ts';
import { noteLogout } from './steps.ts';

/** Log-outs that a provider announces: OpenID Connect Back-Channel Logout 1.0. */

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
// Only algorithms with a public key: a shared secret is known to more than the provider.
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];
/** An unknown key makes us fetch the keys again, but not for every made-up call. */
const KEYS_AGAIN_MS = 30 * SECOND_MS;

/** A token older than this is refused: somebody has kept it. */
const OLD_MS = HOUR_MS + SKEW_MS;
/** JavaScript's dates end later, in the year 275760. */
const ENDS_MAX = 1e12;

const logoutToken = z
  .object({
    iss: z.string(),
    jti: storableWord,
    exp: z.number().max(ENDS_MAX),
    iat: z.number(),
    sub: storableWord.optional(),
    sid: storableWord.optional(),
    nonce: z.undefined().optional(),
    events: z.object({ [EVENT]: z.object({}) }),
  })
  .refine(({ sub, sid }) => sub !== undefined || sid !== undefined);

/** The providers' keys by address. */
const keysOf = new Map<string, JWTVerifyGetKey>();

/** Ends the sessions that a logout token names. Throws 400 for an invalid or used one; 503 while the provider is down. */
export async function endSessionsAtProvider(
  context: AppContext,
  clients: ProviderClients,
  provider: ProviderSettings,
  body: unknown,
): Promise<void> {
  const token = Buffer.isBuffer(body) ? new URLSearchParams(body.toString()).get('logout_token') : null;
  const { iss, sub, sid, jti, exp } = await verified(context, clients, provider, token ?? '');
  const { database } = context;
  await database.transaction(async () => {
    const until = new Date((exp + SKEW_SECONDS) * SECOND_MS);
    if (!(await noteLogout(database, `${iss} ${jti}`, until))) throw badRequest(ERROR_MESSAGES.malformed);
    const ended = await sessionsAtProvider(database, provider.id, iss, {
      subject: sub,
      sid: sid && storedSid(sid),
    });
    for (const { userId, sessionId } of ended) await deleteSession(context, userId, sessionId);
  });
}

async function verified(
  context: AppContext,
  clients: ProviderClients,
  provider: ProviderSettings,
  token: string,
): Promise<z.output<typeof logoutToken>> {
  const { issuer, jwks_uri = '' } = (await clients.metadata(provider)).serverMetadata();
  const { jwtVerify } = await import('jose');
  try {
    const { payload, protectedHeader } = await jwtVerify(token, await keysAt(jwks_uri), {
      audience: provider.clientId,
      algorithms: ALGORITHMS,
      clockTolerance: SKEW_SECONDS,
    });
    const read = logoutToken.parse(payload);
    // Without this check an ID token would pass as a logout token.
    const isTyped = protectedHeader.typ?.toLowerCase() === 'logout+jwt';
    if (isTyped && agoOf(read.iat, context.clock.now()) <= OLD_MS && isOfIssuer(issuer, read.iss))
      return read;
  } catch (error) {
    const cause = error instanceof Error ? error.message.slice(0, 300) : '';
    context.warn({ provider: provider.id, cause }, 'a log-out told by a provider was refused');
  }
  throw badRequest(ERROR_MESSAGES.malformed);
}

async function keysAt(address: string): Promise<JWTVerifyGetKey> {
  const { createRemoteJWKSet } = await import('jose');
  const known = keysOf.get(address);
  if (known !== undefined) return known;
  const keys = createRemoteJWKSet(new URL(address), {
    timeoutDuration: TIMEOUT_MS,
    cooldownDuration: KEYS_AGAIN_MS,
  });
  keysOf.set(address, keys);
  return keys;
}
