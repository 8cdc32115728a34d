import { providerRoutes } from '#contract/sign-in/providers.ts';
import { buildTestApp, type TestApp } from './app.ts';
import { freshEmail, PASSWORD } from './factories.ts';
import { type AtProvider, TestProvider } from './open-id-provider.ts';

/** Visits of people and their browsers to providers, for tests. */

export const PUBLIC_URL = 'http://127.0.0.1:3000';

/** A server at which people sign in with Google or their county, each played by a test provider. */
export interface TestAppWithProviders {
  readonly test: TestApp;
  readonly google: TestProvider;
  readonly county: TestProvider;
  /** Closes the server and both providers. */
  close(): Promise<void>;
}

/** Starts all three. `environment` holds more of the program's variables. */
export async function buildTestAppWithProviders(
  environment: Readonly<Record<string, string>> = {},
): Promise<TestAppWithProviders> {
  const google = await TestProvider.start(`${PUBLIC_URL}/sign-in/google`);
  const county = await TestProvider.start(`${PUBLIC_URL}/sign-in/county`);
  const test = await buildTestApp({
    PUBLIC_URL,
    OIDC_PROVIDERS: 'google,county',
    ...google.variables('google'),
    ...county.variables('county'),
    OIDC_COUNTY_NAME: 'Kent County',
    // The setting for a Workspace that requires two steps: Google's tokens do not say so.
    OIDC_GOOGLE_TWO_STEPS: '1',
    ...environment,
  });
  const close = async () => {
    await test.close();
    await google.close();
    await county.close();
  };
  return { test, google, county, close };
}

let subjects = 0;

/** Signs somebody in at a provider: somebody new unless named. Returns the address. */
export function beAt(provider: TestProvider, claims: Partial<AtProvider> = {}): string {
  const email = typeof claims.email === 'string' ? claims.email : freshEmail();
  subjects += 1;
  provider.person = { sub: `subject-${subjects}`, email_verified: true, ...claims, email };
  return email;
}

/** The circumstances in which somebody leaves for a provider. */
interface Leaving {
  /** Google, unless another one is named. */
  readonly id?: string;
  /** The token of an invitation's link. */
  readonly invite?: string;
  /** The session of a signed-in person, who wants to do more there than sign in. */
  readonly token?: string;
  readonly row?: 'connect' | 'confirm';
}

/** A browser, with the cookie that the server has set. */
export class Browser {
  cookie = '';
  readonly #test: TestApp;

  constructor(test: TestApp) {
    this.#test = test;
  }

  /** Resolves to the address at the provider. */
  async leave({ id = 'google', invite, token, row }: Leaving = {}): Promise<string> {
    const rows = { connect: providerRoutes.connectProvider, confirm: providerRoutes.confirmByProvider };
    const params = { provider: id };
    const headers = { cookie: this.cookie };
    const answer =
      row === undefined
        ? await this.#test.call(providerRoutes.beginProvider, {
            params,
            headers,
            body: { ...(invite !== undefined && { invite_token: invite }) },
          })
        : await this.#test.call(rows[row], { params, headers, token });
    const { address } = answer.ok();
    this.cookie = String(answer.headers['set-cookie']).split(';', 1)[0] ?? '';
    return address;
  }

  /** Posts the parameters that the provider has added to our address. */
  finish(body: object, id = 'google') {
    return this.#test.call(providerRoutes.finishProvider, {
      params: { provider: id },
      headers: { cookie: this.cookie },
      body,
    });
  }

  /** Goes to the provider and comes back. */
  async visit(how: Leaving = {}) {
    const there = TestProvider.of(this.#test.context, how.id);
    return await this.finish(await there.answer(await this.leave(how)), how.id);
  }

  /** Answers the question after a visit. */
  step(row: 'password' | 'account', body: object) {
    const rows = { password: providerRoutes.connectByPassword, account: providerRoutes.registerByProvider };
    return this.#test.call(rows[row], { headers: { cookie: this.cookie }, body });
  }
}

type Outcome = ReturnType<typeof providerRoutes.finishProvider.reply.parse>;

/** The question that a visit has led to; throws if it was not this one. */
export function asked(outcome: Outcome, wanted: 'password' | 'no_account') {
  if (outcome.outcome !== wanted) throw new Error(`It was ${outcome.outcome}`);
  return outcome;
}

/** The session that a visit has begun; throws if it has begun none. */
export function signedIn(outcome: Outcome) {
  if (outcome.outcome !== 'signed_in') throw new Error(`It was ${outcome.outcome}`);
  return outcome.session;
}

/** Connects the account with this address and the usual password to somebody new at a provider. Resolves to the session. */
export async function connect(test: TestApp, provider: TestProvider, email: string, id = 'google') {
  beAt(provider, { email });
  const browser = new Browser(test);
  const { step } = asked((await browser.visit({ id })).ok(), 'password');
  return (await browser.step('password', { step, password: PASSWORD })).ok().session;
}
