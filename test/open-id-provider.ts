import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  decodeJwt,
  exportJWK,
  generateKeyPair,
  type JWTHeaderParameters,
  type JWTPayload,
  SignJWT,
} from 'jose';
import { Provider } from 'oidc-provider';
import type { AppContext } from '#server/context.ts';

/**
 * A certified OpenID provider on loopback, for tests: people sign in there without a question. The test signs its tokens again with a
 * key of its own, so that they can be wrong.
 */

const CLIENT = { id: 'inkwell-test', secret: 'a-secret-of-this-test-only-0123456789' } as const;
const SCOPES = ['email', 'email_verified', 'name', 'tid', 'xms_edov', 'sid'];

/** The person signed in at the provider. */
export interface AtProvider {
  readonly sub: string;
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly [claim: string]: unknown;
}

/** The faults that an ID token may have. */
interface Wrong {
  readonly claims?: JWTPayload;
  readonly header?: Partial<JWTHeaderParameters>;
  readonly isUnsigned?: true;
  /** Changes to the metadata that the provider publishes. */
  readonly metadata?: object;
}

type Keys = Awaited<ReturnType<typeof newKeys>>;

async function newKeys(kid: string) {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  const about = { kid, alg: 'ES256', use: 'sig' };
  return {
    kid,
    privateKey,
    publicJwk: { ...(await exportJWK(publicKey)), ...about },
    privateJwk: { ...(await exportJWK(privateKey)), ...about },
  };
}

const running = new Map<string, TestProvider>();

/** A running provider. */
export class TestProvider {
  person: AtProvider = { sub: 'nobody' };
  /** The faults of the next tokens. */
  wrong: Wrong = {};
  /** Whether people decline there. */
  isDenied = false;
  #keys: Keys;
  readonly #server: Server;
  readonly issuer: string;

  private constructor(server: Server, keys: Keys) {
    this.#server = server;
    this.#keys = keys;
    const address: AddressInfo | string | null = server.address();
    this.issuer = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  }

  /** Starts a provider that sends people back to this address. */
  static async start(redirectUri: string): Promise<TestProvider> {
    const provider = await TestProvider.listen();
    provider.serve(redirectUri);
    return provider;
  }

  /** Takes an address, but answers nothing until `serve`: for a program whose own address is not known yet. */
  static async listen(): Promise<TestProvider> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const provider = new TestProvider(server, await newKeys('first'));
    running.set(provider.issuer, provider);
    return provider;
  }

  /** The running provider that an app is set up with. */
  static of({ config }: Pick<AppContext, 'config'>, id = 'google'): TestProvider {
    const issuer = config.providers.find((each) => each.id === id)?.issuer ?? '';
    const provider = running.get(issuer);
    if (provider === undefined) throw new Error(`The test runs no provider ${id}`);
    return provider;
  }

  /** The variables that set an app up with this provider under a name. */
  variables(id: string): Readonly<Record<string, string>> {
    const name = `OIDC_${id.toUpperCase()}`;
    return {
      [`${name}_CLIENT_ID`]: CLIENT.id,
      [`${name}_CLIENT_SECRET`]: CLIENT.secret,
      [`${name}_ISSUER`]: this.issuer,
    };
  }

  /** Signs with new keys from now on, and publishes no others. */
  async rotateKeys(): Promise<void> {
    this.#keys = await newKeys(`${this.#keys.kid}-next`);
  }

  /** A separate token, such as that of a log-out. */
  async sign(claims: JWTPayload, header: Partial<JWTHeaderParameters> = {}): Promise<string> {
    return await new SignJWT(claims)
      .setProtectedHeader({ alg: 'ES256', kid: this.#keys.kid, ...header })
      .sign(this.#keys.privateKey);
  }

  /** Plays a browser: signs in, and comes back with the provider's answer. */
  async answer(address: string): Promise<Record<string, string>> {
    const cookies = new Map<string, string>();
    let next = address;
    for (let step = 0; step < 10; step++) {
      const response = await fetch(next, {
        redirect: 'manual',
        headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      });
      for (const set of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
        cookies.set(name, value);
      }
      const location = response.headers.get('location');
      if (location === null) throw new Error(`${response.status} ${(await response.text()).slice(0, 500)}`);
      next = new URL(location, next).href;
      if (!next.startsWith(this.issuer)) return Object.fromEntries(new URL(next).searchParams);
    }
    throw new Error('The provider leads nowhere');
  }

  async close(): Promise<void> {
    running.delete(this.issuer);
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** Begins to answer, and sends people back to this address. */
  serve(redirectUri: string): void {
    const { privateJwk } = this.#keys;
    const provider = new Provider(this.issuer, {
      clients: [
        {
          client_id: CLIENT.id,
          client_secret: CLIENT.secret,
          redirect_uris: [redirectUri],
          post_logout_redirect_uris: [new URL('/', redirectUri).href],
          id_token_signed_response_alg: 'ES256',
        },
      ],
      jwks: { keys: [privateJwk] },
      enabledJWA: { idTokenSigningAlgValues: ['ES256', 'RS256'] },
      cookies: { keys: ['of-this-test'] },
      conformIdTokenClaims: false,
      claims: { openid: ['sub'], email: SCOPES, profile: [] },
      features: {
        devInteractions: { enabled: false },
        // The library's own page loads a font from elsewhere.
        rpInitiatedLogout: { enabled: true, logoutSource: askWhetherToLogOut },
      },
      interactions: { url: (_, { uid }) => `/interaction/${uid}` },
      findAccount: (_, accountId) => ({ accountId, claims: async () => ({ ...this.person }) }),
      loadExistingGrant: async ({ oidc }) => {
        const { client, session } = oidc;
        const grant = new provider.Grant({
          ...(client && { clientId: client.clientId }),
          ...(session?.accountId && { accountId: session.accountId }),
        });
        grant.addOIDCScope('openid email profile');
        await grant.save();
        return grant;
      },
      ttl: { Interaction: 60, Session: 60, Grant: 60, AccessToken: 60, IdToken: 3600 },
    });
    provider.use(async (ctx, next) => {
      if (ctx.path.startsWith('/interaction/')) {
        const result = this.isDenied
          ? { error: 'access_denied', error_description: 'They said no' }
          : { login: { accountId: this.person.sub } };
        ctx.respond = false;
        return await provider.interactionFinished(ctx.req, ctx.res, result);
      }
      await next();
      const body: unknown = ctx.body;
      if (ctx.path.endsWith('/openid-configuration')) ctx.body = { ...Object(body), ...this.wrong.metadata };
      else if (ctx.path === '/jwks') ctx.body = { keys: [this.#keys.publicJwk] };
      else if (isTokens(body)) ctx.body = { ...body, id_token: await this.#signedAnew(body.id_token) };
    });
    this.#server.on('request', provider.callback());
  }

  async #signedAnew(token: string): Promise<string> {
    const { claims = {}, header, isUnsigned } = this.wrong;
    const payload = { ...decodeJwt(token), ...claims };
    if (isUnsigned) {
      const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
      return `${part({ alg: 'none' })}.${part(payload)}.`;
    }
    return await this.sign(payload, header);
  }
}

async function askWhetherToLogOut(ctx: { body?: unknown }, form: string): Promise<void> {
  const button = '<button form="op.logoutForm" name="logout" value="yes">Sign out there</button>';
  ctx.body = `<!doctype html><html lang="en"><title>Sign out</title>${form}${button}</html>`;
}

function isTokens(body: unknown): body is { id_token: string } {
  return typeof body === 'object' && body !== null && 'id_token' in body && typeof body.id_token === 'string';
}
