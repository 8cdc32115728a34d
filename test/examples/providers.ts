import { providerRoutes } from '#contract/sign-in/providers.ts';
import { hashPassword } from '#server/features/accounts/ways/password/passwords.ts';
import type { TestApp } from '#test/app.ts';
import { createPerson, freshEmail, PASSWORD, signIn } from '#test/factories.ts';
import { TestProvider } from '#test/open-id-provider.ts';
import { PUBLIC_URL } from '#test/provider-visits.ts';
import type { Examples } from './example.ts';

const params = { provider: 'google' } as const;

/** Starts the examples' provider. Resolves to it and the variables for it. */
export async function startExampleProvider(): Promise<{
  readonly provider: TestProvider;
  readonly variables: Readonly<Record<string, string>>;
}> {
  const provider = await TestProvider.start(`${PUBLIC_URL}/sign-in/google`);
  return { provider, variables: { OIDC_PROVIDERS: 'google', ...provider.variables('google') } };
}

/** Sets the test's clock to the provider's, which runs on: otherwise its signatures would be from the future. */
function catchUp({ clock }: TestApp): void {
  clock.advance(Math.max(0, Date.now() - clock.now().getTime()));
}

/** A browser's cookie, and Google's answer to it about somebody with this address. */
async function backFromGoogle(test: TestApp, email: string) {
  catchUp(test);
  const { call, context } = test;
  const provider = TestProvider.of(context);
  provider.person = { sub: email, email, email_verified: true };
  const begun = await call(providerRoutes.beginProvider, { params, body: {} });
  const cookie = String(begun.headers['set-cookie']).split(';', 1)[0] ?? '';
  return { headers: { cookie }, body: await provider.answer(begun.ok().address) };
}

async function stepOf(test: TestApp, email: string) {
  const { headers, body } = await backFromGoogle(test, email);
  const outcome = (await test.call(providerRoutes.finishProvider, { params, headers, body })).ok();
  return { headers, step: 'step' in outcome ? outcome.step : '' };
}

async function withPassword(test: TestApp): Promise<string> {
  return (await createPerson(test, { passwordHash: await hashPassword(PASSWORD) })).email;
}

/** Calls about signing in with a provider. */
export const PROVIDER_EXAMPLES = {
  beginProvider: async () => ({ params, body: {} }),
  finishProvider: async (test) => ({ params, ...(await backFromGoogle(test, freshEmail())) }),
  connectByPassword: async (test) => {
    const { headers, step } = await stepOf(test, await withPassword(test));
    return { headers, body: { step, password: PASSWORD } };
  },
  registerByProvider: async (test) => {
    const { headers, step } = await stepOf(test, freshEmail());
    return { headers, body: { step } };
  },
  endProviderSessions: async (test) => {
    catchUp(test);
    const { context } = test;
    const now = Math.floor(Date.now() / 1000);
    const provider = TestProvider.of(context);
    const claims = {
      iss: provider.issuer,
      aud: 'inkwell-test',
      iat: now,
      exp: now + 60,
      jti: freshEmail(),
      sub: 'nobody',
      events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
    };
    const token = await provider.sign(claims, { typ: 'logout+jwt' });
    return {
      params,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ logout_token: token }).toString(),
    };
  },
  listProviders: async () => ({}),
  connectProvider: async () => ({ params }),
  disconnectProvider: async (test) => {
    const email = await withPassword(test);
    const { headers, step } = await stepOf(test, email);
    (await test.call(providerRoutes.connectByPassword, { headers, body: { step, password: PASSWORD } })).ok();
    return { params, token: await signIn(test, email) };
  },
  confirmByProvider: async () => ({ params }),
  logOutAtProvider: async () => ({ params }),
  readProviderRule: async (_, { schoolId }) => ({
    params: { id: schoolId ?? '' },
  }),
  setProviderRule: async (_, { schoolId }) => ({
    params: { id: schoolId ?? '' },
    body: { rule: { provider: 'google', domain: 'oakfield.example' } },
  }),
} satisfies Examples;
