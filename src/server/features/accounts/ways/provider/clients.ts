import type { ClientAuth, Configuration } from 'openid-client';
import { screenPath } from '#contract/paths.ts';
import { PROVIDER_MESSAGES, type ProviderAnswer } from '#contract/sign-in/providers.ts';
import { TRUSTED_MS } from '#contract/sign-in/two-step.ts';
import { MINUTE_MS, SECOND_MS } from '#newsletter/values/durations.ts';
import type { ProviderSettings } from '#server/config-providers.ts';
import type { AppContext } from '#server/context.ts';
import { badRequest } from '#server/platform/http/errors.ts';
import {
  type ArrivedIdentity,
  agoOf,
  GOOGLE_HOST,
  identityOf,
  isTenantOf,
  MICROSOFT_HOST,
  SKEW_MS,
} from './claims.ts';
import { providerRefusal } from './refusals.ts';
import type { Visit } from './steps.ts';

/**
 * Our calls to providers, through the certified client. A provider's keys and addresses are read again for each answer, as they may change.
 */

const TIMEOUT_SECONDS = 10;
export const SKEW_SECONDS = SKEW_MS / SECOND_MS;
/** The same time that we trust a computer: afterwards the provider must ask again. */
const ASKED_AGAIN_AFTER = String(TRUSTED_MS / SECOND_MS);
export const TIMEOUT_MS = TIMEOUT_SECONDS * SECOND_MS;
const KEPT_MS = 5 * MINUTE_MS;

/** A visit before it is stored, with its state in clear, as in the address. */
export type NewVisit = Pick<Visit, 'intent' | 'nonce' | 'verifier'> & { readonly state: string };

/** The clients of the configured providers. */
export class ProviderClients {
  readonly #context: AppContext;
  readonly #kept = new Map<string, { readonly at: number; readonly configuration: Configuration }>();

  constructor(context: AppContext) {
    this.#context = context;
  }

  /** The provider with this id; undefined if it is not configured (any more). */
  find(id: string): ProviderSettings | undefined {
    return this.#context.config.providers.find((each) => each.id === id);
  }

  /** The provider's address to send the browser to. Throws 503 while it is down. */
  async addressFor(provider: ProviderSettings, visit: NewVisit): Promise<string> {
    const client = await import('openid-client');
    const configuration = await this.metadata(provider);
    const challenge = await client.calculatePKCECodeChallenge(visit.verifier);
    return this.#built(provider, () =>
      client.buildAuthorizationUrl(configuration, {
        redirect_uri: this.#redirectUri(provider),
        scope: 'openid email profile',
        state: visit.state,
        nonce: visit.nonce,
        code_challenge: challenge,
        code_challenge_method: 'S256',
        ...parametersOf(provider, visit.intent),
      }),
    );
  }

  /** The identity of somebody who has come back. Throws 400 for an answer that cannot be trusted, 503 while the provider is down. */
  async identify(provider: ProviderSettings, visit: Visit, answer: ProviderAnswer): Promise<ArrivedIdentity> {
    const client = await import('openid-client');
    try {
      const configuration = await this.#discover(provider);
      const { issuer } = configuration.serverMetadata();
      const tokens = await client.authorizationCodeGrant(
        configuration,
        this.#answered(provider, answer, issuer),
        {
          pkceCodeVerifier: visit.verifier,
          expectedState: answer.state,
          expectedNonce: visit.nonce,
          idTokenExpected: true,
          ...(visit.intent === 'confirm' && { maxAge: 0 }),
        },
      );
      const claims = tokens.claims();
      if (claims === undefined) throw new Error('No ID token');
      const now = this.#context.clock.now();
      // The library checks only the expiry.
      agoOf(claims.iat, now);
      if (answer.iss !== undefined && answer.iss !== claims.iss) throw new Error('Mixed-up providers');
      const hasAddress = typeof claims.email === 'string';
      const profile =
        hasAddress || configuration.serverMetadata().userinfo_endpoint === undefined
          ? claims
          : { ...(await client.fetchUserInfo(configuration, tokens.access_token, claims.sub)), ...claims };
      const { isLetIn, ...identity } = identityOf(provider, claims, profile, now);
      if (!isLetIn) throw badRequest(PROVIDER_MESSAGES.tenant(provider.name));
      return identity;
    } catch (error) {
      throw providerRefusal(this.#context, provider, visit.intent, error);
    }
  }

  /** The provider's log-out page; null if it offers none. Throws 400 for an address that is not on the web, 503 while it is down. */
  async logOutAddress(provider: ProviderSettings, loginHint: string): Promise<string | null> {
    const client = await import('openid-client');
    const configuration = await this.metadata(provider);
    if (configuration.serverMetadata().end_session_endpoint === undefined) return null;
    return this.#built(provider, () =>
      client.buildEndSessionUrl(configuration, {
        post_logout_redirect_uri: `${this.#context.config.publicUrl}/`,
        ...(loginHint !== '' && { logout_hint: loginHint }),
      }),
    );
  }

  // The library refuses addresses without https, which a browser may take for a script.
  #built(provider: ProviderSettings, build: () => URL): string {
    try {
      return build().href;
    } catch (error) {
      throw providerRefusal(this.#context, provider, 'sign_in', error);
    }
  }

  /** A provider's addresses and issuer, a few minutes old at most. Throws 503 while it is down. */
  async metadata(provider: ProviderSettings): Promise<Configuration> {
    const now = performance.now();
    const kept = this.#kept.get(provider.id);
    if (kept !== undefined && now - kept.at < KEPT_MS) return kept.configuration;
    try {
      const configuration = await this.#discover(provider);
      this.#kept.set(provider.id, { at: now, configuration });
      return configuration;
    } catch (error) {
      throw providerRefusal(this.#context, provider, 'sign_in', error);
    }
  }

  async #discover({ issuer, clientId, clientSecret }: ProviderSettings): Promise<Configuration> {
    const client = await import('openid-client');
    const post = client.ClientSecretPost(clientSecret);
    const basic = client.ClientSecretBasic(clientSecret);
    const authentication: ClientAuth = (server, ...rest) =>
      (server.token_endpoint_auth_methods_supported?.includes('client_secret_post') ? post : basic)(
        server,
        ...rest,
      );
    const isPlain = new URL(issuer).protocol === 'http:';
    return await client.discovery(
      new URL(issuer),
      clientId,
      { client_secret: clientSecret, [client.clockTolerance]: SKEW_SECONDS },
      authentication,
      {
        timeout: TIMEOUT_SECONDS,
        // Check signatures of ID tokens even though they come from the provider itself.
        execute: [client.enableNonRepudiationChecks, ...(isPlain ? [client.allowInsecureRequests] : [])],
      },
    );
  }

  #redirectUri({ id }: ProviderSettings): string {
    return this.#context.config.publicUrl + screenPath('signIn', { provider: id });
  }

  // Microsoft publishes its issuer as a pattern for all tenants, but an answer names one tenant.
  #answered(provider: ProviderSettings, answer: ProviderAnswer, issuer: string): URL {
    const url = new URL(this.#redirectUri(provider));
    for (const [name, value] of Object.entries(answer))
      if (value !== undefined) url.searchParams.set(name, value);
    if (answer.iss !== undefined && isTenantOf(issuer, answer.iss)) url.searchParams.delete('iss');
    return url;
  }
}

function parametersOf(provider: ProviderSettings, intent: Visit['intent']): Record<string, string> {
  const { host } = new URL(provider.issuer);
  const isGoogle = host === GOOGLE_HOST;
  const when = {
    max_age: intent === 'confirm' ? '0' : ASKED_AGAIN_AFTER,
    ...(isGoogle && { claims: '{"id_token":{"auth_time":{"essential":true}}}' }),
  };
  // Google does not support `login`; that somebody signed in just now is checked in any case.
  if (intent === 'confirm') return { ...when, prompt: isGoogle ? 'select_account' : 'login' };
  // A computer in a staff room is often signed in as somebody else.
  if (host !== GOOGLE_HOST && host !== MICROSOFT_HOST) return when;
  const [only, ...others] = provider.tenants;
  return {
    ...when,
    prompt: 'select_account',
    ...(isGoogle && only !== undefined && others.length === 0 && { hd: only }),
  };
}
