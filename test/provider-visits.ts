import { providerRoutes } from '#contract/sign-in/providers.ts';
import { buildTestApp, type TestApp } from './app.ts';
import { freshEmail, PASSWORD } from './factories.ts';
import { type AtProvider, TestProvider } from './open-id-provider.ts';

/** Visits to providers in tests, as people and their browsers make them. */

export const PUBLIC_URL = 'http://127.0.0.1:3000';

/** A server at which people sign in with Google and with their county, as two providers of tests play them. */
export interface TestAppWithProviders {
  readonly test: TestApp;
  readonly google: TestProvider;
  readonly county: TestProvider;
  /** Closes all of them. */
  close(): Promise<void>;
}

/** `environment` holds more of the program's variables. */
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
    // As for a Workspace that asks for two steps: Google says nothing of it.
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

/** How somebody leaves for a provider. */
interface Leaving {
  /** Google, unless another one is named. */
  readonly id?: string;
  /** The token of an invitation's link. */
  readonly invite?: string;
  /** Of who is signed in, with what they want. */
  readonly token?: string;
  readonly row?: 'connect' | 'confirm';
}

/** A browser: with the cookie that the server has set. */
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

  /** Posts what the provider has added to our address. */
  finish(body: object, id = 'google') {
    return this.#test.call(providerRoutes.finishProvider, {
      params: { provider: id },
      headers: { cookie: this.cookie },
      body,
    });
  }

  /** Goes there and comes back. */
  async visit(how: Leaving = {}) {
    const there = TestProvider.of(this.#test.context, how.id);
    return await this.finish(await there.answer(await this.leave(how)), how.id);
  }

  /** Answers what was asked after a visit. */
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

/** Connects the account with this address, which has the usual password, with somebody new at a provider. Resolves to the session. */
export async function connect(test: TestApp, provider: TestProvider, email: string, id = 'google') {
  beAt(provider, { email });
  const browser = new Browser(test);
  const { step } = asked((await browser.visit({ id })).ok(), 'password');
  return (await browser.step('password', { step, password: PASSWORD })).ok().session;
}
