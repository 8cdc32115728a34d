import { randomUUID } from 'node:crypto';
import * as argon2 from '@node-rs/argon2';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { peopleRoutes } from '#contract/people.ts';
import { passkeyRoutes } from '#contract/sign-in/passkeys.ts';
import { providerRoutes } from '#contract/sign-in/providers.ts';
import { hashPassword } from '#server/features/accounts/ways/password/passwords.ts';
import type { JobOptions, JobPort } from '#server/platform/jobs/jobs.ts';
import { ACCOUNTS } from '#test/accounts.ts';
import { buildTestApp, type TestAnswer, type TestApp, type TestCall } from '#test/app.ts';
import { createPerson, createSchool, createStaff, freshEmail, PASSWORD } from '#test/factories.ts';
import { TestProvider } from '#test/open-id-provider.ts';
import { asked, Browser, beAt, PUBLIC_URL } from '#test/provider-visits.ts';

/**
 * Neither an answer nor the work behind it may reveal whether an address has an account. These tests compare the work;
 * `npm run bench -- enumeration` measures the time.
 */

vi.mock('@node-rs/argon2', { spy: true });

/** Records enqueued jobs without running them, so that only the calls' own work is counted. */
class RecordedJobs implements JobPort {
  readonly sent: string[] = [];
  readonly within: (number | undefined)[] = [];
  define(): void {}
  schedule(): void {}
  async send(
    queue: { readonly name: string },
    _data: unknown,
    { within }: JobOptions = {},
  ): Promise<boolean> {
    this.sent.push(queue.name);
    this.within.push(within);
    return true;
  }
  async start(): Promise<void> {}
  async startSending(): Promise<void> {}
  async stop(): Promise<void> {}
}

const jobs = new RecordedJobs();
const statements = vi.spyOn(Client.prototype, 'query');
let google: TestProvider;
let test: TestApp;
let passwordHash: string;
beforeAll(async () => {
  google = await TestProvider.start(`${PUBLIC_URL}/sign-in/google`);
  test = await buildTestApp(
    { PUBLIC_URL, OIDC_PROVIDERS: 'google', ...google.variables('google') },
    { jobs },
  );
  passwordHash = await hashPassword(PASSWORD);
});
afterAll(async () => {
  await test.close();
  await google.close();
});
beforeEach(async () => {
  // Hashes the decoy and opens the connection.
  await login(freshEmail());
});

const WRONG = 'Wrong but l0ng';
const fromAnywhere = (body: unknown): TestCall => ({
  body,
  ip: `2001:db8:${randomUUID().slice(0, 4)}:${randomUUID().slice(0, 4)}::1`,
});
const login = (email: string) =>
  test.call(peopleRoutes.login, fromAnywhere({ user: { email, password: WRONG } }));

async function workOf(call: () => Promise<TestAnswer<unknown>>) {
  statements.mockClear();
  vi.mocked(argon2.verify).mockClear();
  vi.mocked(argon2.hash).mockClear();
  jobs.sent.length = 0;
  const { status, text, headers } = await call();
  return {
    status,
    text,
    headers: Object.keys(headers).sort(),
    hashes: vi.mocked(argon2.verify).mock.calls.length + vi.mocked(argon2.hash).mock.calls.length,
    jobs: [...jobs.sent],
    // Leaves out the database's own statements, which depend on the clock: is a connection alive, is a checkpoint due, has a table grown.
    statements: statements.mock.calls
      .map(([query]) => sqlOf(query))
      .filter((sql) => sql !== 'select 1' && !/pg_control_checkpoint|pg_relation_size/.test(sql)),
  };
}

function sqlOf(query: unknown): string {
  if (typeof query === 'string') return query;
  return typeof query === 'object' && query !== null && 'text' in query ? String(query.text) : '';
}

type Call = (email: string) => Promise<TestAnswer<unknown>>;
const CALLS: Readonly<Record<string, { hashes: number; jobs: number; call: Call }>> = {
  'forgot password': {
    hashes: 0,
    jobs: 1,
    call: (email) => test.call(peopleRoutes.forgotPassword, fromAnywhere({ email })),
  },
  register: {
    hashes: 0,
    jobs: 1,
    call: (email) => test.call(peopleRoutes.register, fromAnywhere({ user: { email } })),
  },
  login: { hashes: 1, jobs: 1, call: login },
};

describe.each(Object.entries(ACCOUNTS))('somebody who has %s', (_, makeAccount) => {
  const make = () => makeAccount(test, passwordHash);

  it.each(Object.entries(CALLS))('shows nothing by %s', async (__, { call, ...expected }) => {
    const { email } = await make();
    const known = await workOf(() => call(email));
    const unknown = await workOf(() => call(freshEmail()));
    expect(known).toEqual(unknown);
    expect(known.statements.length).toBeGreaterThan(0);
    expect({ hashes: known.hashes, jobs: known.jobs.length }).toEqual(expected);
  });

  it('shows nothing by how long other calls take just after a forgotten password', async () => {
    const { email } = await make();
    jobs.within.length = 0;
    for (const each of [email, freshEmail()])
      (await test.call(peopleRoutes.forgotPassword, fromAnywhere({ email: each }))).ok();
    expect(jobs.within).toEqual([3000, 3000]);
  });

  it('shows nothing by an account at a provider that only claims the address', async () => {
    const claim = async (email: string) => {
      beAt(google, { email, email_verified: false });
      const browser = new Browser(test);
      const answer = await google.answer(await browser.leave());
      const back = await workOf(() => browser.finish(answer));
      const outcome: unknown = JSON.parse(back.text);
      const { step } = asked(providerRoutes.finishProvider.reply.parse(outcome), 'password');
      const tried = await workOf(() => browser.step('password', { step, password: WRONG }));
      return [{ ...back, text: back.text.replace(step, '').replace(email, '') }, tried];
    };
    const { email } = await make();
    expect(await claim(email)).toEqual(await claim(freshEmail()));
  });
});

it('a passkey is asked for in the same words for everybody: nobody says who they are', () => {
  expect(passkeyRoutes.passkeyLoginOptions).not.toHaveProperty('body');
});

/** The statements of a log-in when passwords were the only way; in a school there are more, for its log. */
const STATEMENTS = { alone: 9, inSchool: 13 };

it('a log-in by password alone costs the database no more than it ever did', async () => {
  const signIn = async (email: string) => {
    const call = () => test.call(peopleRoutes.login, fromAnywhere({ user: { email, password: PASSWORD } }));
    // The very first log-in creates the secret of known devices.
    await call();
    return await workOf(call);
  };
  const alone = await signIn((await createPerson(test, { passwordHash })).email);
  expect([alone.status, alone.hashes, alone.jobs]).toEqual([200, 1, []]);
  expect(alone.statements).toHaveLength(STATEMENTS.alone);
  const { id } = await createSchool(test);
  const editor = await signIn((await createStaff(test, id, 'editor', { passwordHash })).email);
  expect(editor.statements).toHaveLength(STATEMENTS.inSchool);
});
