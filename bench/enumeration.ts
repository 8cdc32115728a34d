import { randomUUID } from 'node:crypto';
import { peopleRoutes } from '#contract/people.ts';
import { providerRoutes } from '#contract/sign-in/providers.ts';
import { hashPassword } from '#server/features/accounts/ways/password/passwords.ts';
import { ACCOUNTS } from '#test/accounts.ts';
import { buildTestApp, type TestApp, type TestCall } from '#test/app.ts';
import { freshEmail, PASSWORD } from '#test/factories.ts';
import { TestProvider } from '#test/open-id-provider.ts';
import { asked, Browser, beAt } from '#test/provider-visits.ts';
import { median } from './parts/running.ts';

const AIM_MS = 5;
const PUBLIC_URL = 'http://127.0.0.1:3000';
const WRONG = 'Wrong but l0ng';

const fromAnywhere = (body: unknown): TestCall => ({
  body,
  ip: `2001:db8:${randomUUID().slice(0, 4)}:${randomUUID().slice(0, 4)}::1`,
});

/** Prepares a call about an address; resolves to the call to be timed. */
type Call = (test: TestApp, email: string) => Promise<() => Promise<unknown>>;
const CALLS: readonly (readonly [name: string, count: number, call: Call])[] = [
  [
    'forgot password',
    60,
    async (test, email) => () => test.call(peopleRoutes.forgotPassword, fromAnywhere({ email })),
  ],
  [
    'register',
    60,
    async (test, email) => () => test.call(peopleRoutes.register, fromAnywhere({ user: { email } })),
  ],
  [
    'login',
    40,
    async (test, email) => () =>
      test.call(peopleRoutes.login, fromAnywhere({ user: { email, password: WRONG } })),
  ],
  [
    'back from a provider that does not vouch for the address',
    20,
    async (test, email) => {
      const provider = TestProvider.of(test.context);
      beAt(provider, { email, email_verified: false });
      const browser = new Browser(test);
      const answer = await provider.answer(await browser.leave());
      return async () => asked((await browser.finish(answer)).ok(), 'password');
    },
  ],
  [
    'password after a provider that does not vouch for the address',
    20,
    async (test, email) => {
      beAt(TestProvider.of(test.context), { email, email_verified: false });
      const browser = new Browser(test);
      const { step } = asked((await browser.visit()).ok(), 'password');
      const headers = { cookie: browser.cookie };
      return () =>
        test.call(providerRoutes.connectByPassword, {
          headers,
          ...fromAnywhere({ step, password: WRONG }),
        });
    },
  ],
];

/** Response times for addresses with each kind of account and without one: a difference would reveal an account. */
export default async function measure() {
  const google = await TestProvider.start(`${PUBLIC_URL}/sign-in/google`);
  const test = await buildTestApp({ PUBLIC_URL, OIDC_PROVIDERS: 'google', ...google.variables('google') });
  try {
    const passwordHash = await hashPassword(PASSWORD);
    const rows: Awaited<ReturnType<typeof compare>>[] = [];
    for (const [what, make] of Object.entries(ACCOUNTS)) {
      const { email } = await make(test, passwordHash);
      for (const [name, count, call] of CALLS)
        rows.push(
          await compare(test, `${name}, nobody against who has ${what}, median`, { email, count, call }),
        );
    }
    return rows;
  } finally {
    await test.close();
    await google.close();
  }
}

interface Comparison {
  readonly email: string;
  readonly count: number;
  readonly call: Call;
}

async function compare(test: TestApp, name: string, { email, count, call }: Comparison) {
  const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
  for (let at = 0; at < count; at += 1) {
    // Alternates the order, because the first call may be slower or faster.
    const order = at % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const);
    for (const kind of order) {
      const timed = await call(test, kind === 'known' ? email : freshEmail());
      const began = performance.now();
      await timed();
      times[kind].push(performance.now() - began);
      await test.jobs.settled();
    }
  }
  const value = median(times.unknown);
  const reference = median(times.known);
  return {
    name,
    value,
    reference,
    unit: 'ms',
    ratio: value / reference,
    aim: `within ${AIM_MS} ms`,
    met: Math.abs(value - reference) < AIM_MS,
  };
}
