import { randomBytes } from 'node:crypto';
import { PROVIDER_MESSAGES, type ProviderAnswer } from '#contract/sign-in/providers.ts';
import type { ProviderSettings } from '#server/config-providers.ts';
import type { AppContext } from '#server/context.ts';
import { ipKey, LIMITS, requireTry } from '#server/platform/http/attempts.ts';
import { badRequest, notFound } from '#server/platform/http/errors.ts';
import { hashToken } from '#server/platform/http/tokens.ts';
import type { ArrivedIdentity } from './claims.ts';
import type { ProviderClients } from './clients.ts';
import { beginVisit, takeVisit, type Visit } from './steps.ts';

/** Visits to a provider: going there, and coming back. */

/** The purpose of a visit. */
export interface Purpose {
  readonly intent: Visit['intent'];
  readonly remember?: boolean;
  readonly inviteToken?: string | undefined;
  /** The session of a signed-in person. */
  readonly sessionId?: string;
}

/** The provider with this id. Throws 404 if there is none. */
export function requireProvider(clients: ProviderClients, id: string): ProviderSettings {
  const provider = clients.find(id);
  if (provider === undefined) throw notFound('Provider');
  return provider;
}

/** Begins a visit; returns the address at the provider. Throws 404, 429 after too many, and 503 while the provider is down. */
export async function visit(
  context: AppContext,
  clients: ProviderClients,
  provider: ProviderSettings,
  { intent, remember = true, inviteToken, sessionId }: Purpose,
  from: { readonly ip: string; readonly browser: string },
): Promise<string> {
  await requireTry(context, LIMITS.providerVisits, [ipKey(from.ip)]);
  const begun = { intent, state: random(), nonce: random(), verifier: random() };
  const address = await clients.addressFor(provider, begun);
  await beginVisit(context, {
    ...begun,
    provider: provider.id,
    browser: from.browser,
    remember,
    invitationHash: inviteToken === undefined ? null : hashToken(inviteToken),
    sessionId: sessionId ?? null,
  });
  return address;
}

// 256 bits in 43 characters: the least that PKCE requires of its verifier.
const random = () => randomBytes(32).toString('base64url');

/** The identity that has come back, and its visit. Throws 400 for an expired visit or another browser's, and as `identify`. */
export async function comeBack(
  context: AppContext,
  clients: ProviderClients,
  provider: ProviderSettings,
  answer: ProviderAnswer,
  browser: string | null,
): Promise<{ readonly visit: Visit; readonly identity: ArrivedIdentity }> {
  const taken = browser === null ? undefined : await takeVisit(context, provider.id, answer.state, browser);
  if (taken === undefined) throw badRequest(PROVIDER_MESSAGES.over);
  return { visit: taken, identity: await clients.identify(provider, taken, answer) };
}
